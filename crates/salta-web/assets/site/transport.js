// Requests to workers within the browser: the page needs no server. Each kind of search has a worker of its
// own, so that it keeps nobody waiting; a search that nobody waits for ends with its worker.

import { forget, keep, recall } from "./kept.js";
import { failure, said } from "./strings.js";

const url = new URL("../salta.wasm", import.meta.url);
// Not every server says that it is WebAssembly.
const program = WebAssembly.compileStreaming(fetch(url)).catch(() =>
  fetch(url)
    .then((found) => found.arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes)),
);
/** @param {string} path @returns {Promise<any>} */
const read = (path) => fetch(new URL(path, import.meta.url)).then((found) => found.json());
const networks = read("../networks/index.json");
const smallBoards = read("../boards.json");

class Helper {
  // `lasts`: its requests are too short to be ended, or it keeps a table.
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
    const parts = Promise.all([program, networks, smallBoards]);
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      this.#waiting.get(data.id)?.(data);
      if (data.isBroken) this.end();
    });
    const [module, descriptions, boards] = await parts.catch(() => {
      throw failure("error.program");
    });
    worker.postMessage({ module, descriptions, boards });
    return worker;
  }

  // Calls `tell` with each answer. A `table` that was kept is loaded first.
  /** @type {Ask} */
  async ask(name, body, signal, tell, table) {
    signal?.throwIfAborted();
    const worker = await (this.#worker ??= this.#start());
    signal?.throwIfAborted();
    const id = this.#next++;
    /** @type {Promise<void>} */
    const ended = new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(id);
        reject(signal?.reason);
        if (!this.lasts) this.end();
      };
      signal?.addEventListener("abort", stop);
      this.#waiting.set(id, ({ answer, part, refused, isFinal, done }) => {
        if (part) return tell(part);
        if (answer !== undefined) return tell(JSON.parse(answer));
        signal?.removeEventListener("abort", stop);
        this.#waiting.delete(id);
        if (done) resolve();
        else reject(Object.assign(new Error(said(refused)), { isFinal }));
      });
    });
    worker.postMessage({ id, name, body: JSON.stringify(body ?? {}), table });
    return ended;
  }

  // Ends the worker with all that it does.
  end() {
    this.#worker?.then(
      (worker) => worker.terminate(),
      () => {},
    );
    this.#worker = null;
    for (const told of this.#waiting.values()) told({ refused: { key: "error.ended" } });
  }
}

const rules = new Helper(true);
const searches = new Map(["reply", "hint", "analyse", "review"].map((name) => [name, new Helper(false)]));

// By variant: who has its table of solved positions, from this visit or an earlier one.
/** @type {Map<string, Promise<Helper | null>>} */
const tables = new Map();

/** @param {string} variant */
function tableOf(variant) {
  const known = tables.get(variant) ?? loadTable(variant);
  tables.set(variant, known);
  return known;
}

/** @param {string} variant */
async function loadTable(variant) {
  const table = await recall(variant);
  if (!table) return null;
  const helper = new Helper(true);
  try {
    await helper.ask("solve", { variant }, undefined, () => {}, table);
    return helper;
  } catch (/** @type {any} */ error) {
    helper.end();
    // Of other rules, or of another version of the program.
    if (error.isFinal) await forget(variant);
    return null;
  }
}

/** @param {string} variant */
async function keepTable(variant) {
  const helper = await tableOf(variant);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  await helper?.ask("table", { variant }, undefined, (part) => parts.push(part));
  await keep(variant, parts).catch(() => {
    throw failure("solve.not-kept");
  });
}

// A worker of its own solves a board, so that it can be ended, and keeps the table.
/** @param {{ variant: string }} body @param {AbortSignal | undefined} signal @param {(answer: any) => void} tell */
async function solve(body, signal, tell) {
  const helper = new Helper(false);
  try {
    await helper.ask("solve", body, signal, tell);
  } catch (error) {
    helper.end();
    throw error;
  }
  helper.lasts = true;
  tables.set(body.variant, Promise.resolve(helper));
}

/**
 * @param {string} name @param {any} body @param {AbortSignal | undefined} signal
 * @param {(answer: any) => void} tell
 */
export async function stream(name, body, signal, tell) {
  if (name === "solve") return solve(body, signal, tell);
  if (name === "keep") return keepTable(body.variant);
  if (name === "kept") return (await tableOf(body.variant))?.ask("solve", body, signal, tell);
  const helper = searches.get(name) ?? rules;
  const isExact = [body?.by, body?.opponent].includes("perfect") || body?.by === null;
  const table = isExact || name === "analyse" ? await tableOf(body.game.variant) : null;
  if (!table) return helper.ask(name, body, signal, tell);
  // Who searches and who has the table are different workers: the table's does not end with a search that nobody
  // waits for. A table lacks positions with fewer pieces.
  if (body.by === null)
    return table.ask(name, { ...body, by: "perfect" }, signal, tell).catch((error) => {
      if (!error.isFinal) throw error;
      return helper.ask(name, body, signal, tell);
    });
  if (isExact) return table.ask(name, body, signal, tell);
  /** @type {Opinion | null} */
  let exact = null;
  const beside = table.ask(name, { ...body, by: "perfect" }, signal, ({ opinion }) => {
    exact = opinion;
  });
  await beside.catch((error) => {
    if (!error.isFinal) throw error;
  });
  return helper.ask(name, body, signal, (told) => tell({ ...told, exact }));
}

/** @param {string} name @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function once(name, body, signal) {
  /** @type {unknown} */
  let found;
  await stream(name, body, signal, (answer) => {
    found = answer;
  });
  return found;
}
