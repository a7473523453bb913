// Requests to the server that serves this page. A refusal is thrown as its sentence.

async function ask(path, body, signal) {
  const init = body === undefined ? { signal } : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Is `salta serve` still running?");
  }
  if (response.ok) return response;
  const refusal = await response.json().catch(() => ({}));
  throw new Error(refusal.error ?? `The server refused this (${response.status}).`);
}

const json = async (path, body, signal) => (await ask(path, body, signal)).json();

export const about = () => json("/api/about");
export const game = (game, at, signal) => json("/api/game", { game, at }, signal);
export const reply = (game, opponent, seed, signal) => json("/api/reply", { game, opponent, seed }, signal);
export const hint = (game, by) => json("/api/hint", { game, by });
export const write = (game, white, black, date) => json("/api/write", { game, white, black, date });
export const read = (text) => json("/api/read", { text });
export const run = () => json("/api/run");
export const runGames = (generation) => json(`/api/run/games/${generation}`);

// Calls `tell` with each event until the stream ends or `signal` aborts it.
export async function stream(path, body, signal, tell) {
  const response = await ask(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = text.slice(0, end).split("\n").filter((line) => line.startsWith("data:"));
      text = text.slice(end + 2);
      if (data.length) tell(JSON.parse(data.map((line) => line.slice(5)).join("")));
    }
  }
}
