// The words of the page in the language of the browser, or the one that was chosen. English words are their own keys.

import { $, offer } from "./elements.js";
import { setting } from "./store.js";
import * as transport from "./transport.js";

let catalogue = {};

export async function loadWords() {
  const { language, languages, words } = await transport.words();
  catalogue = words;
  const menu = $("language");
  offer(menu, languages.map((each) => [each, new Intl.DisplayNames([each], { type: "language" }).of(each)]));
  menu.value = language;
  menu.onchange = () => {
    setting("language", menu.value);
    location.reload(); // the game is kept
  };
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) {
    element.textContent = t(element.textContent.trim());
  }
  for (const element of document.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("aria-label")));
  }
}

/** A text in the user's language; `{name}` is replaced by the value of that name. */
export function t(text, values = {}) {
  const found = catalogue[text] || text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Marks a text that `t` translates later. */
export const n = (text) => text;
