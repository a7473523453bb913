// Requests to workers within the browser: the page needs no server. Each kind of request has a worker of
// its own, so that a search keeps nobody waiting; a search that nobody waits for ends with its worker.

import { failure, said } from "./strings.js";

/** @type {Record<string, "reply" | "watch">} */
const KINDS = { reply: "reply", hint: "reply", analyse: "watch", review: "watch" };

const program = WebAssembly.compileStreaming(fetch(new URL("../salta.wasm", import.meta.url)));
const networks = fetch(new URL("../networks/index.json", import.meta.url)).then((found) => found.json());

class Helper {
  // `lasts`: its requests are too short to be ended.
  /** @param {boolean} lasts */
  constructor(lasts) {
    this.lasts = lasts;
  }

  /** @type {Map<number, (data: any) => void>} */
  #waiting = new Map();
  #next = 0;
  /** @type {Promise<Worker> | null} */
  #worker = null;

  async #start() {
    const parts = Promise.all([program, networks]);
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      this.#waiting.get(data.id)?.(data);
      if (data.isBroken) this.#end();
    });
    const [module, descriptions] = await parts.catch(() => {
      throw failure("error.program");
    });
    worker.postMessage({ module, descriptions });
    return worker;
  }

  // Calls `tell` with each answer.
  /** @type {Ask} */
  async ask(name, body, signal, tell) {
    signal?.throwIfAborted();
    const worker = await (this.#worker ??= this.#start());
    signal?.throwIfAborted();
    const id = this.#next++;
    /** @type {Promise<void>} */
    const ended = new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(id);
        reject(signal?.reason);
        if (!this.lasts) this.#end();
      };
      signal?.addEventListener("abort", stop);
      this.#waiting.set(id, ({ answer, refused, isFinal, done }) => {
        if (answer !== undefined) return tell(JSON.parse(answer));
        signal?.removeEventListener("abort", stop);
        this.#waiting.delete(id);
        if (done) resolve();
        else reject(Object.assign(new Error(said(refused)), { isFinal }));
      });
    });
    worker.postMessage({ id, name, body: JSON.stringify(body ?? {}) });
    return ended;
  }

  // Ends the worker with all that it does.
  #end() {
    this.#worker?.then(
      (worker) => worker.terminate(),
      () => {},
    );
    this.#worker = null;
    for (const told of this.#waiting.values()) told({ refused: { key: "error.ended" } });
  }
}

const helpers = { rules: new Helper(true), reply: new Helper(false), watch: new Helper(false) };

/** @type {Ask} */
export const stream = (name, body, signal, tell) => helpers[KINDS[name] ?? "rules"].ask(name, body, signal, tell);

/** @param {string} name @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function once(name, body, signal) {
  /** @type {unknown} */
  let found;
  await stream(name, body, signal, (answer) => {
    found = answer;
  });
  return found;
}
