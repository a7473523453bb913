// A page of the site, served from its folder. SALTA_SITE: the folder.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { base, context, textOf, until } from "../page.mjs";
import { serve } from "./folder.mjs";

/** @import { Server } from "node:http" */
/** @import { BrowserContextOptions } from "playwright-core" */
/** @import { Tab } from "../page.mjs" */
/** @typedef {{ faults: string[], requested: [status: number, url: string][] }} Heard */

export const folder = process.env.SALTA_SITE ?? "";
export let site = "";
/** @type {Server} */
let server;
before(async () => {
  ({ server, url: site } = await serve(folder));
});
after(() => server.close());

/** @param {string} hash @param {BrowserContextOptions} options */
export async function open(hash = "", options = {}) {
  /** @type {Heard} */
  const heard = { faults: [], requested: [] };
  const page = Object.assign(await (await context(options)).newPage(), heard);
  page.setDefaultTimeout(30_000);
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("response", (response) => page.requested.push([response.status(), response.url()]));
  await page.goto(`${site}${hash}`);
  await page.waitForSelector("body[data-ready]");
  return page;
}

/** @param {Tab & Heard} page */
export async function close(page) {
  assert.deepEqual(page.faults, []);
  for (const [status, url] of page.requested) {
    assert.ok(url.startsWith(site) || /^(data|blob):/.test(url), `asked elsewhere: ${url}`);
    assert.ok(status < 400, `${status}: ${url}`);
  }
  await page.context().close();
}

/** @param {Tab} page @param {RegExp} words */
export const told = (page, words) =>
  until(async () => words.test(await textOf(page.locator("#solving span"))), `nothing says ${words}`);

export const EXACT = /^4x4: exactly −1\.0 for White, in 22 plies$/;

// Whether perfect play can be chosen as an opponent.
/** @param {Tab} page */
export const offersPerfect = (page) =>
  page.evaluate(() => document.querySelector("#black [value=perfect]")?.closest("optgroup")?.hidden === false);

// The last answer of the native program, whose table is of `salta solve`.
/** @param {string} name @param {object} body @returns {Promise<any>} */
export async function native(name, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${base}api/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const events = text.split("\n").filter((line) => line.startsWith("data:"));
  return JSON.parse(events.at(-1)?.slice(5) ?? text);
}
