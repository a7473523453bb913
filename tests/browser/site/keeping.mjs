// Tables of solved boards kept for the next visit, and perfect play by them. SALTA_URL as in solving.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { moveBy, plies, said, seat, status, textOf, until } from "../page.mjs";
import { EXACT, close, native, offersPerfect, open, site, told } from "./tab.mjs";

/** @import { Tab } from "../page.mjs" */

// The variants whose tables the browser keeps.
/** @param {Tab} page */
const keptTables = (page) =>
  page.evaluate(async (site) => {
    const found = await (await caches.open(`${site}tables/`)).keys();
    return found.map(({ url }) => decodeURIComponent(url.slice(`${site}tables/`.length)));
  }, site);

test("a table is there on the next visit, and perfect play is an opponent, in both languages", async () => {
  const page = await open("#variant=4x4");
  const others = ["a", "b", "c", "d", "e"];
  await page.evaluate(
    async ({ site, others }) => {
      const cache = await caches.open(`${site}tables/`);
      for (const name of others) await cache.put(`${site}tables/${name}`, new Response());
    },
    { site, others },
  );
  await page.click("#solve");
  await told(page, EXACT);
  await until(async () => (await keptTables(page)).length === 4, "more than four tables are kept");
  assert.deepEqual(await keptTables(page), ["c", "d", "e", "4x4"]);

  // A link to a game against it, opened anew.
  await page.goto(`${site}#variant=4x4&white=perfect`);
  await page.reload();
  await until(async () => (await plies(page)) === 1, "it does not move");
  await told(page, EXACT);
  assert.ok(!(await page.locator("#solve").isVisible()), "it is to be solved again");
  assert.match(await textOf(page.locator("#seat-bottom")), /^White · Perfect playnever gives a point away/);
  // Chosen by hand, on the board and from the list.
  const next = await page.context().newPage();
  await next.goto(site);
  await next.waitForSelector("body[data-ready]");
  assert.ok(!(await offersPerfect(next)), "on the full board");
  await next.selectOption("#variant", "4x4");
  await told(next, EXACT);
  await seat(next, "black", "perfect");
  const [from, to] = (await textOf(next.locator("#black option:checked"))).split(": ");
  assert.deepEqual([from, to], ["Perfect play", "never gives a point away"]);
  const { move } = (await native("analyse", { game: { variant: "4x4" }, by: "perfect" })).opinion.candidates[0];
  await moveBy(next, move.from, move.to);
  await until(async () => (await plies(next)) === 2, "it does not reply");
  await next.click("#language");
  await next.waitForSelector("body[data-ready]");
  assert.match(await textOf(next.locator("#seat-top")), /^Schwarz · Perfektes Spielverschenkt keinen Punkt/);
  await next.close();
  await close(page);
});

test("a browser that keeps nothing says so in a sentence, and whoever asks without a table is told", async () => {
  const words = {
    "en-GB": /White, in 22 plies\. This browser has no room .* leave the page\.$/,
    "de-DE": /in 22 Halbzügen\. Dieser Browser .* verloren\.$/,
  };
  for (const [locale, sentence] of Object.entries(words)) {
    const page = await open("#variant=4x4", { locale });
    // No room, then no storage.
    if (locale === "en-GB") {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(site).origin, quotaSize: 1 });
    } else {
      await page.addInitScript(() => Object.defineProperty(window, "caches", { value: undefined }));
      await page.reload();
      await page.waitForSelector("body[data-ready]");
    }
    await page.click("#solve");
    await told(page, sentence);
    assert.ok(await offersPerfect(page), "the table is not used");
    await close(page);
  }
  const page = await open("#variant=4x4&white=perfect");
  await said(page, /^There is no table of the solved positions of `4x4` here\. Ask again$/);
  assert.doesNotMatch(await status(page), /thinking/);
  await page.click("#solve");
  await told(page, EXACT);
  await page.click("#message button");
  await until(async () => (await plies(page)) === 1, "it does not move");
  await close(page);
});

test("a table that is damaged or of another version is forgotten", async () => {
  for (const isPacked of [false, true]) {
    const page = await open();
    await page.evaluate(
      async ({ site, isPacked }) => {
        const bytes = new Blob(["nonsense"]).stream();
        const table = isPacked ? bytes.pipeThrough(new CompressionStream("gzip")) : bytes;
        await (await caches.open(`${site}tables/`)).put(`${site}tables/4x4`, new Response(table));
      },
      { site, isPacked },
    );
    await page.selectOption("#variant", "4x4");
    await page.waitForSelector("#solve");
    if (isPacked) await until(async () => !(await keptTables(page)).length, "it stays");
    assert.ok(await page.locator("#solve").isVisible());
    assert.ok(!(await page.locator("#message").isVisible()));
    await page.click("#solve");
    await told(page, EXACT);
    await close(page);
  }
});
