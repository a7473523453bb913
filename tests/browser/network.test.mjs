// The network between page and server: slow, cut and gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OPENING, click, close, moveBy, open, plies, said, slow, status, until } from "./page.mjs";
import { analyse, current } from "./shown.mjs";

/** @import { BrowserContextOptions } from "playwright-core" */

test("while the server is gone the last good position stays; afterwards all goes on", async () => {
  const page = await open(OPENING);
  await page.route("**/api/**", (route) => route.abort());
  await click(page, "d4");
  await click(page, "e5");
  await said(page, /The server does not answer/);
  assert.equal(await plies(page), 4);
  await page.click("#previous");
  await said(page, /The server does not answer/);
  assert.equal(await current(page), "4");
  await page.click("#analyse");
  await said(page, /The server does not answer/);
  await page.click("#analyse");
  await page.unroute("**/api/**");
  await page.click("#take-back");
  await until(async () => (await plies(page)) === 3, "nothing was taken back");
  assert.ok(await page.locator("#message").isHidden());
  await analyse(page);
});

test("a page that finds no server says so and offers to try again", async () => {
  const page = await open();
  await page.route("**/api/**", (route) => route.abort());
  await page.reload();
  await said(page, /The server does not answer/);
  await page.unroute("**/api/**");
  await page.click("#message button");
  await until(async () => (await page.locator(".piece").count()) === 30, "no board came");
});

test("a full queue is waited for, and an opponent that stays silent can be asked again", async () => {
  const page = await open();
  let asked = 0;
  const sentence = { key: "error.busy", with: { what: "replies", seconds: 5 } };
  const busy = JSON.stringify({ error: "busy", sentence });
  await page.route("**/api/reply", (route) =>
    asked++ ? route.continue() : route.fulfill({ status: 503, body: busy }),
  );
  await moveBy(page, "e3", "f4");
  await page.locator("#files summary").click();
  await page.fill("#typed", "f8-e7");
  await page.press("#typed", "Enter");
  await said(page, /^Black is thinking/);
  await until(async () => (await plies(page)) === 2, "the opponent was not asked again");
  assert.equal(asked, 2);
  await page.unroute("**/api/reply");
  await page.route("**/api/reply", (route) => route.fulfill({ status: 503, body: busy }));
  await moveBy(page, "c3", "d4");
  await said(page, /is busy/);
  assert.equal(await status(page), "Black did not answer.");
  await page.unroute("**/api/reply");
  await page.click("#message button");
  await until(async () => (await plies(page)) === 4, "no reply came");
});

test("an opponent whose move or whose turn meets a cut network goes on", async () => {
  const page = await open();
  let failures = 1;
  /** @param {import("playwright-core").Route} route */
  const cut = (route) => (failures-- > 0 ? route.abort() : route.continue());
  await moveBy(page, "e3", "f4");
  await page.route("**/api/game", cut);
  await said(page, /The server does not answer/);
  assert.equal(await status(page), "Black did not answer.");
  await page.click("#message button");
  await until(async () => (await plies(page)) === 2, "no reply came");
  await slow(page, "reply", 1000);
  await moveBy(page, "c3", "d4");
  failures = 1;
  await page.click("#take-back");
  await said(page, /The server does not answer/);
  await until(async () => (await plies(page)) === 4, "the opponent was not asked again");
});

test("a silent opponent stays silent when the board is flipped", async () => {
  const page = await open({ black: "foo" });
  await moveBy(page, "e3", "f4");
  const silent = async () => (await status(page)) === "Black did not answer.";
  await until(silent, "it seems to think");
  await page.keyboard.press("f");
  assert.ok(await silent(), await status(page));
});

// One page through a slow, a cut and a missing network.
/** @param {BrowserContextOptions} options @param {RegExp} gone */
async function troubled(options, gone) {
  const page = await open({ ...OPENING, black: "you" }, { options });
  await slow(page, "game", 300);
  await moveBy(page, "g3", "h4");
  await page.unroute("**/api/game");
  await page.route("**/api/analyse", (route) => route.abort("connectionreset"));
  await page.click("#analyse");
  await said(page, gone);
  await page.click("#analyse");
  await page.route("**/api/**", (route) => route.abort());
  await page.click("#take-back");
  await said(page, gone);
  assert.equal(await plies(page), 5);
  await page.unroute("**/api/**");
  await page.unroute("**/api/analyse");
  await page.click("#take-back");
  await until(async () => (await plies(page)) === 4, "nothing was taken back");
  await close(page);
}

test("a slow, cut and missing network at three sizes, in both schemes and languages", async () => {
  const languages = { "en-GB": /^The server does not answer/, "de-DE": /^Der Server antwortet nicht/ };
  for (const [width, height] of [
    [360, 740],
    [820, 1180],
    [1280, 800],
  ])
    for (const colorScheme of /** @type {const} */ (["light", "dark"]))
      for (const [locale, gone] of Object.entries(languages))
        await troubled({ viewport: { width, height }, colorScheme, locale }, gone);
});
