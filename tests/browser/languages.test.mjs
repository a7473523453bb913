// The page in German, and the way between the languages.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { MUST_JUMP, SHORT, click, close, middle, moveBy, open, said, seat, status, textOf, until } from "./page.mjs";
import { hint } from "./shown.mjs";

/** @import { Hash } from "./page.mjs" */

const GERMAN = { options: { locale: "de-AT" } };
/** @type {(language: string) => Promise<Record<string, string>>} */
const strings = async (language) =>
  JSON.parse(await readFile(new URL(`../../data/strings/${language}.json`, import.meta.url), "utf8"));

test("a German browser gets German, and no English is left on the page", async () => {
  const [en, de] = await Promise.all(["en", "de"].map(strings));
  const german = new Set(Object.values(de));
  const english = new Set(Object.values(en).filter((text) => text.length > 3 && !german.has(text)));
  /** @type {Hash[]} */
  const hashes = ["", { start: MUST_JUMP }, { moves: "e3f4.f8e7", black: "greedy@1" }];
  const visits = [...hashes.map((hash) => ({ hash, path: "" })), { hash: "", path: "training" }];
  for (const { hash, path } of visits) {
    const page = await open(hash, { ...GERMAN, path });
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    for (const summary of await page.locator("details:not([open]) > summary").all())
      if (await summary.isVisible()) await summary.click();
    const texts = await page.evaluate(() => {
      /** @type {NodeListOf<HTMLInputElement>} */
      const elements = document.querySelectorAll("body *");
      return [...elements].flatMap((element) => [
        ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent?.trim()),
        element.title,
        element.getAttribute("aria-label"),
        element.placeholder,
      ]);
    });
    const foreign = texts.filter(
      (text) => text && english.has(text) && text !== en["nav.language"] && text !== de["nav.language"],
    );
    assert.deepEqual(foreign, []);
    await close(page);
  }
});

test("refusals, hints and results of the server are said in German", async () => {
  const page = await open({ ...SHORT, start: "5/5/4a/A4/5/5/5/5/5/5 w 0" }, GERMAN);
  await click(page, "a7");
  await click(page, "c7");
  await until(async () => /liegt nicht neben a7\./.test(await textOf(page.locator("#message"))), "no refusal");
  assert.match(await hint(page), /^Tipp: a7-b8 – Stern 1 zieht von a7 nach b8; damit ist das Ziel/);
  await seat(page, "black", "greedy@1");
  await moveBy(page, "a7", "b8");
  await until(async () => (await status(page)) === "Gewonnen: 5 Punkte Vorsprung.", "no result");
});

test("bad links, light squares and unknown players are told of in German", async () => {
  for (const [hash, part] of /** @type {[Hash, RegExp][]} */ ([
    [{ moves: "zz" }, /`zz` ist kein Zug;/],
    [{ start: "nonsense" }, /^Das ist keine gültige Stellung: sie hat 1 Teil statt Reihen, Seite und Halbzügen/],
    [{ start: "5/5/5/5/5/5/5/5/5 w 0" }, /^Das ist keine gültige Stellung: sie hat 9 Reihen statt 10\.$/],
    [{ white: "foo" }, /`foo` ist kein Spieler;/],
  ])) {
    const page = await open(hash, GERMAN);
    await said(page, part);
    await close(page);
  }
  const page = await open("", GERMAN);
  await click(page, "e3");
  // Only dark squares have a name on the page.
  const [[x, y], [across]] = await Promise.all(["a3", "c3"].map((square) => middle(page, square)));
  await page.mouse.click((x + across) / 2, y);
  await said(page, /`b3` ist ein helles Feld; gespielt wird nur auf den dunklen\./);
});

test("files that are no games are refused in German", async () => {
  const page = await open("", GERMAN);
  await page.locator("#files summary").click();
  for (const [text, part] of /** @type {[string, RegExp][]} */ ([
    ["[Event x]", /^Die Datei ist keine Partie\. Zeile 1: Ein Kopf lautet \[Name "Wert"\], nicht `\[Event x\]`\.$/],
    ["1. e3f4 f8e7\n3. c3d4", /^Die Datei ist keine Partie\. Zeile 2: Die Zugnummer ist 3 statt 2\.$/],
    ["1. e3f4 zz", /^Die Datei ist keine Partie\. Zeile 1: `zz` ist kein Zug;/],
    ["1. e3f4", /^Die Datei ist keine Partie: Kein Kopf `Variant`/],
  ])) {
    await page.setInputFiles("#load", { name: "bad.salta", mimeType: "text/plain", buffer: Buffer.from(text) });
    await said(page, part);
  }
});

test("sentences on the page begin with a capital", async () => {
  for (const locale of ["en-GB", "de-AT"]) {
    const page = await open({ start: MUST_JUMP }, { options: { locale } });
    await click(page, "c5");
    await said(page, /^\p{Lu}/u);
    await hint(page);
    for (const id of ["advice", "status", "lead", "rules"])
      assert.match(await textOf(page.locator(`#${id}`)), /^\p{Lu}/u, `${locale}: ${id}`);
    await close(page);
  }
});

test("the language is switched on the page, and stays", async () => {
  const page = await open({ moves: "e3f4" });
  await page.click("#language");
  await until(async () => (await status(page).catch(() => "")) === "Schwarz ist am Zug.", "the page stays English");
  await page.reload();
  await until(async () => (await status(page).catch(() => "")) === "Schwarz ist am Zug.", "the choice is forgotten");
  assert.equal(await page.locator("#moves button").count(), 1);
  await page.click("#language");
  await until(async () => (await status(page).catch(() => "")) === "Black to move.", "there is no way back");
});

test("the rules are in the reader's language, and lead to the other one, which stays", async () => {
  const page = await open("", GERMAN);
  await page.locator("nav a", { hasText: "Regeln" }).click();
  await until(async () => (await textOf(page.locator("h1"))) === "Die Spielregeln", "no German rules");
  await page.waitForLoadState();
  await page.locator("nav a", { hasText: "English" }).click();
  await until(async () => (await textOf(page.locator("h1"))) === "The rules in plain English", "no way back");
  await page.locator("nav a", { hasText: "Board" }).click();
  await until(async () => (await status(page).catch(() => "")) === "White to move.", "the choice is forgotten");
});

test("numbers are written as Germans write them", async () => {
  const page = await open({ moves: "e3f4.f8e7.c3d4.d8c7" }, GERMAN);
  await page.selectOption("#analyst", "alphabeta@2");
  await page.click("#analyse");
  await page.waitForSelector("#candidates tbody td");
  const thinking = await textOf(page.locator("#thinking"));
  assert.match(thinking, /Vorsprung von Weiß [+−]?\d+,\d; Tiefe \d+, .* Knoten/);
  await close(page);
  const free = await open({ variant: "buettgenbach-1899-free" }, GERMAN);
  await until(async () => /Temperatur 3,2/.test(await textOf(free.locator("#levels tbody"))), "no decimal comma");
  await close(free);
  const training = await open("", { ...GERMAN, path: "training" });
  const values = await training.locator("#charts text").allTextContents();
  assert.ok(values.some((value) => /^\d+,\d+$/.test(value)));
  assert.deepEqual(
    values.filter((value) => /\d\.\d\d?($|\D)/.test(value)),
    [],
  );
});
