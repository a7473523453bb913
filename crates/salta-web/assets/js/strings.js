// What the page says, in the reader's language: data/strings has a file for each.

import * as storage from "./storage.js";

const LANGUAGES = ["en", "de"];
const KEY = "language";
// `{name}`, or `{name|choices}`.
const GAP = /\{([^}|]+)\|?([^}]*)\}/g;

const wanted = [storage.get(KEY, ""), ...navigator.languages.map((tag) => tag.slice(0, 2))];
export const language = wanted.find((tag) => LANGUAGES.includes(tag)) ?? LANGUAGES[0];
document.documentElement.lang = language;

const file = new URL(`../strings/${language}.json`, import.meta.url);
/** @type {Record<string, string>} */
const strings = await fetch(file).then((found) => found.json());
const enumeration = new Intl.ListFormat(language);

// Takes the other language; the game is in the page's address.
export function switchLanguage() {
  const [other] = LANGUAGES.filter((tag) => tag !== language);
  storage.set(KEY, other);
  location.reload();
}

// The string of this key with its gaps filled: by texts, numbers, lists of names, and sentences of the
// server, { key, with }.
/** @param {string} key @param {Gaps} [gaps] @returns {string} */
export function say(key, gaps = {}) {
  const text = strings[key];
  if (text === undefined) console.error(`no string ${key}`);
  return (text ?? key).replace(GAP, (_, name, choices) => filled(gaps[name], choices));
}

// A name that the server gives in English: in the page's language, if that has it.
/** @param {"chart" | "series"} kind @param {string} name */
export const named = (kind, name) => strings[`${kind}.${name}`] ?? name;

// A sentence of the server.
/** @param {Sentence} it */
export const said = ({ key, with: gaps }) => say(key, gaps);

/** @param {unknown} part @param {string} choices */
function filled(part, choices) {
  const value = inWords(part);
  if (!choices) return value;
  for (const choice of choices.split("|")) {
    const end = choice.indexOf("=");
    if (end < 0) return choice;
    if (choice.slice(0, end) === value) return choice.slice(end + 1);
  }
  return value;
}

/** @param {any} part */
function inWords(part) {
  if (Array.isArray(part)) return enumeration.format(part);
  if (typeof part === "number" && !Number.isInteger(part)) return part.toLocaleString(language);
  return part?.key ? said(part) : String(part ?? "");
}

// An error whose message is a sentence of the page.
/** @param {string} key @param {Gaps} [gaps] */
export const failure = (key, gaps) => new Error(say(key, gaps));

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

// Names of sides and pieces, and numbers of points.
/** @type {Side[]} */
export const SIDES = ["white", "black"];

/** @param {Side} side */
export const sideName = (side) => say("side", { side });
/** @param {number} count */
export const points = (count) => say("points", { count: Math.abs(count) });

// Fills a page: elements name their strings in `data-say`, `data-label` and `data-example`. A string with
// `.title` behind its key is the element's title. Links to help lead to the reader's language.
export function fill(root = document) {
  /** @type {(name: string) => any[]} */
  const having = (name) => [...root.querySelectorAll(`[data-${name}]`)];
  for (const element of having("say")) {
    const { say: key } = element.dataset;
    element.prepend(say(key));
    if (`${key}.title` in strings) element.title = say(`${key}.title`);
  }
  for (const element of having("label")) element.setAttribute("aria-label", say(element.dataset.label));
  for (const element of having("example")) element.placeholder = say(element.dataset.example);
  if (language === LANGUAGES[0]) return;
  for (const link of root.querySelectorAll("a[hreflang]")) {
    link.setAttribute("hreflang", language);
    link.setAttribute("href", `${link.getAttribute("href")}`.replace("help/", `help/${language}/`));
  }
}
