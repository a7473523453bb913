// Requests over HTTP to the server that serves this page. A page without a server has another module
// in this place, which asks a worker instead.

const GONE = "The server does not answer. Is `salta serve` still running?";

// A refusal is thrown as its sentence; `isFinal` says that the same request would be refused again.
async function ask(name, body, signal) {
  const init = body === undefined ? { signal } : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
  let response;
  try {
    response = await fetch(`api/${name}`, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(GONE);
  }
  if (response.ok) return response;
  const refusal = await response.json().catch(() => ({}));
  const error = new Error(refusal.error ?? `The server refused this (${response.status}).`);
  throw Object.assign(error, { isFinal: response.status < 500 });
}

// The one answer of a request; without a body it is asked by GET.
export const once = async (name, body, signal) => (await ask(name, body, signal)).json();

// Calls `tell` with each answer until there are no more or `signal` aborts.
export async function stream(name, body, signal, tell) {
  const response = await ask(name, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw error.name === "AbortError" ? error : new Error(GONE);
    });
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = text.slice(0, end).split("\n").filter((line) => line.startsWith("data:"));
      text = text.slice(end + 2);
      if (data.length) tell(JSON.parse(data.map((line) => line.slice(5)).join("")));
    }
  }
}
