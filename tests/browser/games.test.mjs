// Games that come and go: positions, files, links, tabs; and the pages of help.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { base, close, context, krone, moveBy, open, plies, seat, status, textOf, until } from "./page.mjs";
import { current } from "./shown.mjs";

test("a bad position is refused with a sentence, and the game stays", async () => {
  const page = await open({ moves: "e3f4" });
  await page.locator("#files summary").click();
  await page.fill("#position", "nonsense");
  await page.click("#set-position");
  await page.waitForSelector("#message:not([hidden])");
  assert.match(await textOf(page.locator("#message")), /^This is not a position: .*\.$/);
  assert.equal(await plies(page), 1);
  await page.fill("#typed", "a1-b2");
  await page.press("#typed", "Enter");
  assert.match(await textOf(page.locator("#message")), /is not a legal move here/);
});

test("levels have ratings under the rules they were measured by, and no others", async () => {
  const page = await open();
  const rated = () => page.locator("#levels tbody tr", { hasText: " %" }).count();
  assert.ok((await rated()) > 10);
  await page.selectOption("#variant", "meyers-1908");
  await until(async () => (await rated()) === 0, "levels keep ratings of other rules");
  const opponents = page.locator("#black option", { hasText: "half an hour" });
  assert.equal(await opponents.count(), 0);
  await page.selectOption("#variant", "nestor");
  await until(async () => (await rated()) > 3, "nestor has no levels of its own");
  assert.ok((await opponents.count()) > 2);
});

test("two tabs have a game each, and a reload loses nothing", async () => {
  const [one, two] = [await open({ moves: "e3f4" }), await open({ variant: "walker", moves: "d8e7" })];
  assert.match(await textOf(two.locator("#lead")), /^Black is 1 move ahead\./);
  await moveBy(one, "f8", "e7");
  await moveBy(two, "e3", "d4");
  await Promise.all([one.reload(), two.reload()]);
  for (const page of [one, two]) {
    await page.waitForSelector("body[data-ready]");
    assert.equal(await plies(page), 2);
  }
  assert.equal(await two.locator("#variant").inputValue(), "walker");
});

test("games are loaded, walked through, saved and shared", async () => {
  const page = await open();
  await page.locator("#files summary").click();
  await page.setInputFiles("#load", { name: "krone.salta", mimeType: "text/plain", buffer: await krone() });
  await until(async () => (await plies(page)) === 214, "the game of 1901 was not loaded");
  assert.match(await status(page), /wins by|draw|to move/);
  assert.equal(await textOf(page.locator("#headers h2")), "Krone – Grotewold");
  assert.equal(await textOf(page.locator("#headers p")), "Salta tournament, Jueterbog, 1901");
  assert.equal(await page.title(), "Krone – Grotewold · Salta");
  assert.match(await textOf(page.locator("#seat-top b")), /Black · Grotewold/);
  assert.equal(await textOf(page.locator("#white option:checked")), "Krone");
  await page.click("#next");
  await until(async () => (await current(page)) === "1", "the first move is not shown");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const text = await readFile(await download.path(), "utf8");
  for (const header of ['Variant "buettgenbach-1899"', 'White "Krone"', 'Event "Salta tournament"'])
    assert.ok(text.includes(`[${header}]`), `${header} is not in ${text}`);
  const shared = await open(Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1))));
  assert.equal(await plies(shared), 214);
  await close(shared);
  await page.click("#take-back");
  await until(async () => page.locator("#take-back").isDisabled(), "the first move is still shown");
  assert.equal(await plies(page), 214);
  await seat(page, "black", "greedy@1");
  assert.doesNotMatch(await textOf(page.locator("#seat-top b")), /Grotewold/);
  const many = Buffer.from(`${await krone()}\n`.repeat(130));
  await page.setInputFiles("#load", { name: "many.games", mimeType: "text/plain", buffer: many });
  await until(
    async () => (await textOf(page.locator("#advice"))) === "The file has 130 games; this is the first one.",
    "the first of many games was not loaded",
  );
  await page.click("#new");
  await until(async () => (await plies(page)) === 0, "no new game");
  assert.ok(await page.locator("#headers").isHidden());
  assert.equal(await textOf(page.locator("#white option:checked")), "you");
});

test("the help is there with its pictures", async () => {
  for (const name of ["rules", "glossary", "de/rules", "de/glossary"]) {
    const page = await (await context()).newPage();
    await page.goto(`${base}help/${name}`);
    assert.ok((await textOf(page.locator("h1"))).length > 3);
    const broken = await page
      .locator("img")
      .evaluateAll((/** @type {HTMLImageElement[]} */ images) =>
        images.filter((image) => !image.naturalWidth).map((image) => image.src),
      );
    assert.deepEqual(broken, []);
    await page.context().close();
  }
});
