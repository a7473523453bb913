// The board in a real browser, as people use it. SALTA_URL: a running `salta serve` with a network;
// CHROMIUM: the browser; SALTA_SHOTS: a folder for pictures, if they are wanted.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const base = process.env.SALTA_URL;
const shots = process.env.SALTA_SHOTS;
const RACE = "4a/5/5/5/5/5/5/5/5/A4 w 0";
const MUST_JUMP = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
const KRONE = new URL("../../data/games/krone-grotewold-1901.salta", import.meta.url);

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
});
after(() => browser?.close());

// A page whose errors fail the test and whose requests are written down.
async function open(hash = "", { options = {}, path = "" } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 820 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.faults = [];
  page.requested = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("request", (request) => page.requested.push(request.url()));
  await page.goto(`${base}${path}${hash && `#${new URLSearchParams(hash)}`}`);
  await page.waitForSelector("body[data-ready]");
  return page;
}

async function close(page) {
  assert.deepEqual(page.faults, []);
  for (const url of page.requested) assert.ok(/^(data|blob):/.test(url) || url.startsWith(base), `asked elsewhere: ${url}`);
  await page.context().close();
}

async function middle(page, square) {
  const box = await page.locator(`rect[data-square="${square}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const click = async (page, square) => page.mouse.click(...(await middle(page, square)));
const plies = (page) => page.locator("#moves button").count();
const status = (page) => page.locator("#status");

async function until(what, said) {
  for (let tries = 0; tries < 200; tries++) {
    if (await what()) return;
    await new Promise((go) => setTimeout(go, 100));
  }
  assert.fail(said);
}

async function moveBy(page, from, to) {
  const before = await plies(page);
  await click(page, from);
  await click(page, to);
  await until(async () => (await plies(page)) > before, `${from}-${to} was not played`);
}

async function picture(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}

test("a whole short game by clicks", async () => {
  const page = await open({ variant: "meyers-1908", start: RACE });
  const white = ["a1", "b2", "a3", "b4", "a5", "b6", "a7", "b8"];
  const black = ["j10", "i9", "j8", "i7", "j6", "i5", "j4"];
  for (let i = 0; i < 7; i++) {
    await moveBy(page, white[i], white[i + 1]);
    if (i < 6) await moveBy(page, black[i], black[i + 1]);
  }
  assert.match(await status(page).textContent(), /White wins by 1 point\./);
  assert.equal(await plies(page), 13);
  await page.click("#take-back");
  await until(async () => (await plies(page)) === 12, "nothing was taken back");
  assert.match(await status(page).textContent(), /White to move/);
  await close(page);
});

test("the pieces' moves and goals are shown, and the opponent replies", async () => {
  const page = await open();
  await click(page, "e3");
  assert.deepEqual(await page.locator("[data-target]").evaluateAll((dots) => dots.map((dot) => dot.dataset.target).sort()), ["d4", "f4"]);
  assert.equal(await page.locator("[data-goal]").getAttribute("data-goal"), "f10");
  await picture(page, "play");
  await click(page, "f4");
  await until(async () => (await plies(page)) === 2, "no reply came");
  await page.click("#hint");
  await page.waitForSelector("#advice:not([hidden])");
  assert.match(await page.locator("#advice").textContent(), /^Hint: \w+[-:]\w+ – .*(steps|jumps) from/);
  await page.click("#flip");
  const [, above] = await middle(page, "a1");
  const [, below] = await middle(page, "b10");
  assert.ok(above < below, "the board was not turned");
  await close(page);
});

test("by dragging, by keys and by touch", async () => {
  const page = await open({ start: "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 2" });
  const [from, to] = [await middle(page, "e3"), await middle(page, "f4")];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
  await until(async () => (await plies(page)) === 1, "dragging did not move");
  await page.focus("#board svg");
  const target = async () => page.locator("#announcer").textContent();
  await page.keyboard.press("ArrowUp");
  const first = (await target()).split(",")[0];
  await page.keyboard.press("Enter");
  const [, squares] = (await target()).split(": ");
  assert.ok(squares, `nothing picked up on ${first}`);
  await page.keyboard.press("Escape");
  await page.locator("#files summary").click();
  await page.fill("#typed", "f8e7");
  await page.press("#typed", "Enter");
  await until(async () => (await plies(page)) === 2, "typing did not move");
  await close(page);

  const phone = await open({ start: RACE, variant: "meyers-1908" }, { options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } });
  await phone.touchscreen.tap(...(await middle(phone, "a1")));
  await phone.touchscreen.tap(...(await middle(phone, "b2")));
  await until(async () => (await plies(phone)) === 1, "a touch did not move");
  await close(phone);
});

test("a compulsory jump is called and nothing else can be picked up", async () => {
  const page = await open({ start: MUST_JUMP });
  assert.equal(await page.locator("#call").textContent(), "Salta!");
  assert.match(await status(page).textContent(), /must jump/);
  assert.equal(await page.locator(".piece.able").count(), 1);
  await close(page);
});

test("an analysis shows arrows, lines and a graph, and stops when left", async () => {
  const page = await open({ moves: "e3f4.f8e7.c3d4.d8c7" });
  await page.click("#analyse");
  await page.waitForSelector("[data-arrow]");
  assert.ok((await page.locator("#candidates tbody tr").count()) > 2);
  assert.match(await page.locator("#thinking").textContent(), /expected margin [+−\d].*simulations/);
  await page.check("#heat");
  await page.waitForSelector("rect.heat");
  await page.uncheck("#heat");
  await page.click("#review");
  await page.waitForSelector("#graph .margin");
  await until(async () => /Turning points|No turning point/.test(await page.locator("#turning").textContent()), "the review did not end");
  await picture(page, "analysis");
  await page.click("#analyse");
  assert.equal(await page.locator("[data-arrow]").count(), 0);
  const box = await page.locator("#graph").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await until(async () => (await page.locator("#moves [aria-current]").getAttribute("data-ply")) === "2", "the graph did not jump");
  await close(page);
});

test("a bad position is refused with a sentence, and the game stays", async () => {
  const page = await open({ moves: "e3f4" });
  await page.locator("#files summary").click();
  await page.fill("#position", "nonsense");
  await page.click("#set-position");
  await page.waitForSelector("#message:not([hidden])");
  assert.match(await page.locator("#message").textContent(), /^This is no position: .*\.$/);
  assert.equal(await plies(page), 1);
  await page.fill("#typed", "a1-b2");
  await page.press("#typed", "Enter");
  assert.match(await page.locator("#message").textContent(), /is not a legal move here/);
  await close(page);
});

test("two tabs have a game each, and a reload loses nothing", async () => {
  const [one, two] = [await open({ moves: "e3f4" }), await open({ variant: "walker", moves: "d8e7" })];
  await moveBy(one, "f8", "e7");
  await moveBy(two, "e3", "d4");
  await Promise.all([one.reload(), two.reload()]);
  for (const page of [one, two]) {
    await page.waitForSelector("body[data-ready]");
    assert.equal(await plies(page), 2);
  }
  assert.equal(await two.locator("#variant").inputValue(), "walker");
  await close(one);
  await close(two);
});

test("games are loaded, walked through, saved and shared", async () => {
  const page = await open();
  await page.locator("#files summary").click();
  await page.setInputFiles("#load", { name: "krone.salta", mimeType: "text/plain", buffer: await readFile(KRONE) });
  await until(async () => (await plies(page)) === 214, "the game of 1901 was not loaded");
  assert.match(await status(page).textContent(), /wins by|draw|to move/);
  await page.click("#next");
  await until(async () => (await page.locator("#moves [aria-current]").getAttribute("data-ply")) === "1", "the first move is not shown");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const text = await readFile(await download.path(), "utf8");
  assert.match(text, /\[Variant "buettgenbach-1899"\]/);
  const shared = await open(Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1))));
  assert.equal(await plies(shared), 214);
  await close(shared);
  await close(page);
});

test("a phone's width is enough, the first paint is quick", async () => {
  const page = await open("", { options: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } });
  const { scroll, board, paint } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, board: document.querySelector("#board svg").getBoundingClientRect().width, paint: performance.getEntriesByName("first-contentful-paint")[0].startTime }));
  assert.ok(scroll <= 360, `the page is ${scroll} px wide`);
  assert.ok(board > 330, `the board is ${board} px wide`);
  assert.ok(paint < 1000, `first paint after ${paint} ms`);
  console.log(`first contentful paint after ${Math.round(paint)} ms`);
  await picture(page, "phone");
  await close(page);
});

test("the help is there with its pictures", async () => {
  for (const name of ["rules", "glossary"]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${base}help/${name}`);
    assert.ok((await page.locator("h1").textContent()).length > 3);
    const broken = await page.locator("img").evaluateAll((images) => images.filter((image) => !image.naturalWidth).map((image) => image.src));
    assert.deepEqual(broken, []);
    await context.close();
  }
});
