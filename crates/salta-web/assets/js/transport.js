// Requests over HTTP to the server that serves this page. A page without a server has another module
// in this place, which asks a worker instead.

import { failure, said } from "./strings.js";

/** @param {unknown} error */
const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

// A refusal is thrown as its sentence; `isFinal` says that the same request would be refused again.
/** @param {string} name @param {unknown} [body] @param {AbortSignal} [signal] */
async function ask(name, body, signal) {
  const init =
    body === undefined
      ? { signal }
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
  let response;
  try {
    response = await fetch(`api/${name}`, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw failure("error.gone");
  }
  if (response.ok) return response;
  const refusal = await response.json().catch(() => ({}));
  const error = refusal.sentence
    ? new Error(said(refusal.sentence))
    : failure("error.status", { status: response.status });
  throw Object.assign(error, { isFinal: response.status < 500 });
}

// The one answer of a request; without a body it is asked by GET.
/** @param {string} name @param {unknown} [body] @param {AbortSignal} [signal] */
export const once = async (name, body, signal) => (await ask(name, body, signal)).json();

// Calls `tell` with each answer until there are no more, the server refuses to go on, or `signal` aborts.
/**
 * @param {string} name
 * @param {unknown} body
 * @param {AbortSignal | undefined} signal
 * @param {(answer: any) => void} tell
 */
export async function stream(name, body, signal, tell) {
  const response = await ask(name, body, signal);
  const reader = /** @type {ReadableStream} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw isAbort(error) ? error : failure("error.gone");
    });
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
      if (!data.length) continue;
      const answer = JSON.parse(data.join(""));
      if (lines.some((line) => /^event: ?refused$/.test(line))) throw new Error(said(answer.sentence));
      tell(answer);
    }
  }
}
