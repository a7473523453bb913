// Answers requests by the WebAssembly module. First it is sent the module, the networks' descriptions and the
// small boards, then requests: { id, name, body, table }.

const STATUS = ["answer", "bad", "failed", "network", "part"];
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** @type {any} */
let exports;
// A part is bytes, all else is text.
/** @type {(status: string, said: any) => void} */
let tell;

// Calls an export about a name and a text or bytes.
/** @param {string} act @param {string} name @param {string | Uint8Array} rest */
function call(act, name, rest) {
  const [head, tail] = [encoder.encode(name), typeof rest === "string" ? encoder.encode(rest) : rest];
  const at = exports.reserve(head.length + tail.length);
  const place = new Uint8Array(exports.memory.buffer, at);
  place.set(head);
  place.set(tail, head.length);
  exports[act](head.length);
}

/** @param {number} status @param {number} bytes @param {number} length */
function told(status, bytes, length) {
  const said = new Uint8Array(exports.memory.buffer, bytes, length);
  tell(STATUS[status], STATUS[status] === "part" ? said.slice() : decoder.decode(said));
}

/** @param {string} act @param {string} name @param {string | Uint8Array} rest */
function throwing(act, name, rest) {
  tell = (_, sentence) => {
    throw Object.assign(new Error(sentence), { isFinal: true });
  };
  call(act, name, rest);
}

/** @param {WebAssembly.Module} module @param {Record<string, string>} descriptions @param {string[]} boards */
async function begin(module, descriptions, boards) {
  const now = () => performance.now();
  ({ exports } = await WebAssembly.instantiate(module, { page: { told, now } }));
  for (const [name, checkpoint] of Object.entries(descriptions)) throwing("describe", name, checkpoint);
  for (const board of boards) throwing("offer", "", board);
}

/** @param {string} name */
async function load(name) {
  const found = await fetch(new URL(`../networks/${name}.safetensors`, import.meta.url)).catch(() => null);
  const bytes = found?.ok ? await found.arrayBuffer().catch(() => null) : null;
  if (!bytes) throw Object.assign(new Error(name), { sentence: { key: "error.network", with: { name } } });
  throwing("load", name, new Uint8Array(bytes));
}

// Asks; a network that is missing is loaded, then it asks again.
/** @param {{ id: number, name: string, body: string, table?: ArrayBuffer }} request */
async function answer({ id, name, body, table }) {
  if (table) throwing("load_table", JSON.parse(body).variant, new Uint8Array(table));
  /** @type {string[]} */
  const missing = [];
  /** @type {unknown} */
  let refusal = null;
  tell = (status, text) => {
    if (status === "answer") postMessage({ id, answer: text });
    else if (status === "part") postMessage({ id, part: text }, { transfer: [text.buffer] });
    else if (status === "network") missing.push(text);
    else refusal = { id, refused: JSON.parse(text), isFinal: status === "bad" };
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
  const { module, descriptions, boards, ...request } = data;
  const act = () => (module ? begin(module, descriptions, boards) : answer(request));
  last = last.then(act).catch((error) => {
    // After a trap the module's memory is not to be trusted.
    const isBroken = error instanceof WebAssembly.RuntimeError;
    const untranslated = { key: "untranslated", with: { sentence: error.message } };
    const refused = isBroken ? { key: "error.trap" } : (error.sentence ?? untranslated);
    postMessage({ id: request.id, refused, isBroken, isFinal: error.isFinal });
  });
});
