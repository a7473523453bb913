// Answers requests by the WebAssembly module. First it is sent the module and the networks' descriptions,
// then requests: { id, name, body }.

const STATUS = ["answer", "bad", "failed", "network"];
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

let exports;
let tell;

// Calls an export about a name and a text or bytes.
function call(act, name, rest) {
  const [head, tail] = [encoder.encode(name), typeof rest === "string" ? encoder.encode(rest) : rest];
  const at = exports.reserve(head.length + tail.length);
  const place = new Uint8Array(exports.memory.buffer, at);
  place.set(head);
  place.set(tail, head.length);
  exports[act](head.length);
}

function told(status, bytes, length) {
  tell(STATUS[status], decoder.decode(new Uint8Array(exports.memory.buffer, bytes, length)));
}

function throwing(act, name, rest) {
  tell = (_, sentence) => {
    throw new Error(sentence);
  };
  call(act, name, rest);
}

async function begin(module, descriptions) {
  ({ exports } = await WebAssembly.instantiate(module, { page: { told } }));
  for (const [name, checkpoint] of Object.entries(descriptions)) throwing("describe", name, checkpoint);
}

async function load(name) {
  const found = await fetch(new URL(`../networks/${name}.safetensors`, import.meta.url)).catch(() => null);
  if (!found?.ok) throw new Error(`The network “${name}” could not be loaded.`);
  throwing("load", name, new Uint8Array(await found.arrayBuffer()));
}

// Asks; a network that is missing is loaded, then it asks again.
async function answer({ id, name, body }) {
  const missing = [];
  let refusal = null;
  tell = (status, text) => {
    if (status === "answer") postMessage({ id, answer: text });
    else if (status === "network") missing.push(text);
    else refusal = { id, refused: text, isFinal: status === "bad" };
  };
  call("ask", name, body);
  if (missing.length) {
    await load(missing[0]);
    return answer({ id, name, body });
  }
  postMessage(refusal ?? { id, done: true });
}

// One thing after another.
let last = Promise.resolve();
addEventListener("message", ({ data }) => {
  const { module, descriptions, ...request } = data;
  const act = () => (module ? begin(module, descriptions) : answer(request));
  last = last.then(act).catch((error) => {
    // After a trap the module's memory is not to be trusted.
    const isBroken = error instanceof WebAssembly.RuntimeError;
    const refused = isBroken ? "The program of this page failed at this request." : error.message;
    postMessage({ id: request.id, refused, isBroken });
  });
});
