// Sharing a puzzle: a link with its code for a phone, a text, or a picture.

import { Latest } from "./api.js";
import { $, button, make, row } from "./elements.js";
import { bytes, saved } from "./export.js";
import { guarded } from "./messages.js";
import { t } from "./words.js";

const PROGRAMS = {
  sudokupad: "SudokuPad", "f-puzzles": "f-puzzles", sudokumaker: "SudokuMaker", iss: "ISS",
};
const SIDE = 1200; // pixels of a picture

export class Share {
  constructor(app) {
    this.app = app;
    this.question = new Latest();
    $("share-button").onclick = () => this.open();
  }

  open() {
    const isOnline = !/^(localhost|127\..*|\[::1\]|)$/.test(location.hostname); // others can open this page
    const ways = { ...PROGRAMS, ...(isOnline ? { link: t("This page") } : {}), text: t("Text"), picture: t("Picture") };
    $("share-ways").replaceChildren(...Object.entries(ways).map(([way, words]) =>
      button(words, () => this.#show(way), { class: "small", value: way })));
    this.#show("sudokupad");
    $("share-dialog").showModal();
  }

  async #show(way) {
    for (const each of $("share-ways").children) each.setAttribute("aria-pressed", String(each.value === way));
    const say = (words) => { $("share-line").textContent = words; };
    say("");
    await guarded(async () => {
      const parts = { text: () => this.#text(), picture: () => this.#picture() }[way] ?? (() => this.#link(way));
      $("share-body").replaceChildren(...await parts());
    }, (problem) => {
      $("share-body").replaceChildren();
      say(problem);
    });
  }

  get #asked() {
    return this.app.state.asked;
  }

  async #link(program) {
    const { origin, pathname } = location;
    const { puzzle } = this.app.state.board;
    const address = program === "link" ? `${origin}${pathname}#puzzle=${encodeURIComponent(JSON.stringify(puzzle))}` : "";
    const { link, code, problem } = await this.question.ask("link", { ...this.#asked, program, address });
    const picture = make("div", { class: "code", role: "img", "aria-label": t("QR code") }, problem);
    if (code) picture.innerHTML = code;
    const opens = make("a", { href: link, target: "_blank", rel: "noopener noreferrer", class: "button main" }, t("Open it"));
    const sends = navigator.share ? [button(t("Send"), () => guarded(() => navigator.share({ url: link })))] : [];
    return [this.#copied(link, opens, ...sends), picture];
  }

  async #written(format) {
    return bytes((await this.question.ask("write", { ...this.#asked, format })).content);
  }

  async #text() {
    return [this.#copied(new TextDecoder().decode(await this.#written("line")).trim())];
  }

  /** A text to copy, with what else can be done with it. */
  #copied(text, ...others) {
    const field = make("textarea", { rows: 5, readonly: "", "aria-label": t("Text of the puzzle") }, text);
    const copy = button(t("Copy"), async () => {
      field.select();
      await navigator.clipboard.writeText(text);
      $("share-line").textContent = t("Copied.");
    });
    return make("div", {}, field, row(...others, copy));
  }

  async #picture() {
    const svg = new Blob([await this.#written("svg")], { type: "image/svg+xml" });
    const picture = make("img", { src: URL.createObjectURL(svg), alt: t("Picture") });
    const drawn = () => saved("sudoku.svg", svg);
    const painted = async () => {
      const canvas = make("canvas", { width: SIDE, height: Math.round((SIDE * picture.naturalHeight) / picture.naturalWidth) });
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => saved("sudoku.png", blob));
    };
    return [picture, row(button(t("Save as PNG"), painted, { class: "main" }), button(t("Save as SVG"), drawn))];
  }
}
