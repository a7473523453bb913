// Small boards solved in the page. SALTA_URL: a running `salta serve` with the table that `salta solve` has made of
// configs/small/4x4.toml, to compare with.

import assert from "node:assert/strict";
import { test } from "node:test";
import { said, textOf } from "../page.mjs";
import { EXACT, close, native, offersPerfect, open, told } from "./tab.mjs";

/** @import { Tab } from "../page.mjs" */
/** @typedef {{ variant: string, start: null, moves: string[] }} Game */

test("a solved board has the native program's values, beside alpha-beta's opinion", async () => {
  const page = await open();
  assert.ok(!(await page.locator("#solving").isVisible()), "the full board is offered to be solved");
  await page.selectOption("#variant", "4x4");
  await page.waitForSelector("#solve");
  assert.ok(!(await offersPerfect(page)), "perfect play without a table");
  await page.click("#solve");
  await told(page, EXACT);
  assert.ok(!(await page.locator("#solve").isVisible()), "it could be solved again");
  assert.equal(await page.locator("#analyst").inputValue(), "perfect");
  assert.ok(await offersPerfect(page));

  await page.selectOption("#analyst", "alphabeta@2");
  await page.click("#analyse");
  await page.waitForSelector("#candidates.solved tbody td");
  const start = await native("analyse", { game: { variant: "4x4" }, by: "perfect" });
  // In one look, since rows change their order as the search goes on.
  const rows = await page.locator("#candidates tbody").evaluate((body) => {
    const all = /** @type {HTMLTableSectionElement} */ (body).rows;
    return [...all].map(({ cells }) => [...cells].map(({ textContent }) => textContent ?? ""));
  });
  const shown = new Map(rows.map(([move, , , , exact]) => [move, exact]));
  assert.equal(shown.size, start.opinion.candidates.length);
  for (const { move, margin, plies } of start.opinion.candidates) {
    const value = `${margin > 0 ? "+" : margin < 0 ? "−" : ""}${Math.abs(margin)}.0 (${plies} plies)`;
    assert.equal(shown.get(move.text), value, move.text);
  }
  await page.click("#analyse");

  /** @type {Game} */
  const game = { variant: "4x4", start: null, moves: [] };
  /** @param {string} name @param {object} body */
  const here = (name, body) =>
    page.evaluate(async ({ name, body }) => (await import("./js/transport.js")).once(name, body), { name, body });
  for (; game.moves.length < 16; ) {
    const body = { game, by: "perfect" };
    const expected = await native("analyse", body);
    assert.deepEqual(await here("analyse", body), expected, game.moves.join(" "));
    assert.deepEqual(await here("hint", body), await native("hint", body));
    const ask = { game, opponent: "perfect", seed: 3 };
    assert.deepEqual(await here("reply", ask), await native("reply", ask));
    // Now a good move, now a bad one.
    const { candidates } = expected.opinion;
    game.moves.push(candidates[game.moves.length % 3 ? 0 : candidates.length - 1].move.text);
    if ((await native("game", { game })).over) break;
  }
  assert.ok(game.moves.length > 5, game.moves.join(" "));

  // A table has no positions with fewer pieces, which others analyse.
  const fewer = { variant: "4x4", start: "1a/2/2/AB w 0", moves: [] };
  assert.equal((await here("analyse", { game: fewer, by: null })).by, "alphabeta@2");
  assert.equal((await here("analyse", { game: fewer, by: "alphabeta@2" })).exact, null);
  // They search in another worker than the table's, which has to last.
  const asked = await page.evaluate(async (game) => {
    const { once } = await import("./js/transport.js");
    const { postMessage } = Worker.prototype;
    /** @type {Map<Worker, unknown[]>} */
    const asked = new Map();
    /** @this {Worker} @param {any} message @param {any} options */
    Worker.prototype.postMessage = function (message, options) {
      asked.set(this, [...(asked.get(this) ?? []), JSON.parse(message.body).by]);
      postMessage.call(this, message, options);
    };
    await once("analyse", { game, by: null });
    Worker.prototype.postMessage = postMessage;
    return [...asked.values()];
  }, fewer);
  assert.deepEqual(asked, [["perfect"], [null]]);
  await close(page);
});

test("how far a larger board is solved is told, and it can be cancelled", async () => {
  const page = await open("#variant=6x6");
  await page.click("#solve");
  await told(page, /^Solving 6x6: ply \d+, about \d+ (second|minute)s? left$/);
  // The board is there meanwhile.
  await page.selectOption("#variant", "4x4");
  await told(page, /^Solving 6x6/);
  await page.click("#solve-cancel");
  await told(page, /^$/);
  await page.click("#solve");
  await told(page, /^4x4: exactly/);
  await page.selectOption("#variant", "6x6");
  await page.waitForSelector("#solve");
  assert.equal(await textOf(page.locator("#solving span")), "");
  assert.ok(!(await page.locator("#message").isVisible()));
  await close(page);
});

test("a board that is too large is refused in a sentence with its numbers, in both languages", async () => {
  const numbers = "518\u202f918\u202f400 .* 7\u202f265 MB .* 500 MB";
  for (const [locale, sentence] of [
    ["en-GB", `^\`8x4\` has ${numbers}\\.$`],
    ["de-DE", `^\`8x4\` hat ${numbers} belegen\\.$`],
  ]) {
    const page = await open("#variant=8x4", { locale });
    await page.click("#solve");
    await said(page, new RegExp(sentence));
    assert.ok(await page.locator("#solve").isVisible());
    await close(page);
  }
});
