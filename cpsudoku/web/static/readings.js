// How the rules of a link were read: each sentence beside the rules that it became. Sentences can be
// left out, and guesses accepted; the link is then read again, which can be undone.

import { Latest } from "./api.js";
import { button, checkbox, make } from "./elements.js";
import { guarded } from "./messages.js";
import { t } from "./words.js";

const GUESS = "guess ";
const LEFT = "sentence ";

/** How a puzzle was read. `origin`: the request that opened it, with its number there, if known. */
export function readOf(puzzle, origin, accepts = false, without = []) {
  const { sentences = [], readings = [], uninterpreted = [] } = puzzle;
  const guesses = uninterpreted.filter((part) => part.startsWith(GUESS));
  return { sentences, readings, guesses, origin, accepts, without };
}

/** The names of the drawn parts of a reading; of many, the first and the last one. */
function partsOf({ parts }) {
  return parts.length > 4 ? `${parts[0]} … ${parts.at(-1)}` : parts.join(", ");
}

export class Readings {
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.question = new Latest();
    this.read = null;
  }

  /** What the list of rules names: parts without the sentences and guesses that are shown here. */
  notShown(parts) {
    if (this.host.hidden) return parts;
    return parts.filter(([part]) => !part.startsWith(GUESS) && !part.startsWith(LEFT));
  }

  /** Show how the puzzle of a board was read. */
  show({ read, uninterpreted }) {
    if (read === this.read) return;
    const hasLeft = Boolean(read?.sentences.some(({ left }) => left));
    const isKnown = read && this.read && read.origin === this.read.origin;
    const isOpen = isKnown ? this.host.firstChild.open : hasLeft && matchMedia("(min-width: 52rem)").matches;
    this.read = read;
    this.words = new Map(uninterpreted);
    this.host.hidden = !read?.sentences.length;
    if (this.host.hidden) {
      this.host.replaceChildren();
      return;
    }
    const details = make("details", {}, this.#title(), ...this.#guesses(), this.#table());
    details.open = isOpen;
    this.host.replaceChildren(details);
  }

  #title() {
    const count = this.read.sentences.filter(({ left }) => left).length;
    const title = make("summary", {}, t("How the rules were read"));
    if (count) title.append(make("span", { class: "left" }, t("{count} not interpreted", { count })));
    return title;
  }

  #guesses() {
    const { guesses, origin, accepts } = this.read;
    const shown = guesses.map((guess) => make("p", {}, this.words.get(guess)));
    if (!origin || !(guesses.length || accepts)) return shown;
    const again = () => this.#again((read) => ({ ...read, accepts: !read.accepts }));
    const label = checkbox(t("Accept guesses without proof"), { id: "accept-guesses" }, again);
    label.firstChild.checked = accepts;
    return [make("p", {}, label), ...shown];
  }

  #table() {
    const { sentences, readings } = this.read;
    const titles = [t("Sentence"), t("Rule")].map((title) => make("span", { role: "columnheader" }, title));
    const drawn = readings.filter((reading) => !reading.sentences.length && reading.parts.length);
    return make(
      "div", { role: "table", "aria-label": t("How the rules were read") },
      make("div", { role: "row", class: "titles" }, ...titles),
      ...sentences.map((sentence, at) => this.#sentence(sentence, at + 1)),
      ...drawn.map((reading) => this.#row(partsOf(reading), this.#rules([reading]))),
    );
  }

  #sentence({ text, left }, number) {
    const { readings, origin, without } = this.read;
    const name = `sentence ${number}`;
    const own = readings.filter((reading) => reading.sentences.some((each) => each.startsWith(`${name}: `)));
    const isOut = without.includes(name);
    let outcome = [make("span", {}, t("restricts nothing"))];
    if (isOut) outcome = [make("span", {}, t("left out"))];
    else if (left) outcome = [make("strong", { class: "left" }, t("not interpreted"))];
    else if (own.length) outcome = this.#rules(own);
    if (origin) {
      const words = isOut ? t("Use sentence {number}", { number }) : t("Leave out sentence {number}", { number });
      const turned = (read) => ({ ...read, without: isOut ? read.without.filter((each) => each !== name) : [...read.without, name] });
      outcome.push(button(isOut ? t("Use") : t("Leave out"), () => this.#again(turned), { class: "small", "aria-label": words }));
    }
    return this.#row(`${number}. ${text}`, outcome, isOut ? "out" : left ? "open" : "");
  }

  #row(words, outcome, kind = "") {
    const cells = [make("span", { role: "cell" }, words), make("div", { role: "cell" }, ...outcome)];
    return make("div", { role: "row", class: kind }, ...cells);
  }

  /** The names of what was read. Each selects the cells of its rules; decoration has none. */
  #rules(readings) {
    return readings.map((reading) =>
      reading.rules.length
        ? button(reading.words, () => this.#select(reading), { class: "plain" })
        : make("span", {}, reading.words),
    );
  }

  #select(reading) {
    const { app } = this;
    const rules = app.state.board.rules.filter(({ line }) => reading.rules.includes(line));
    app.input.select([...new Set(rules.flatMap(({ cells }) => cells))]);
  }

  /** Read the link again, in another way than before. */
  #again(turned) {
    const { setter } = this.app;
    return setter.inTurn(() => guarded(async () => {
      const { origin, accepts, without } = turned(this.read);
      const found = await this.question.ask("open", { ...origin, accept_guesses: accepts, without });
      const [again] = found.puzzles;
      if (again) await setter.puzzle(again.puzzle, readOf(again.puzzle, origin, accepts, without));
    }));
  }
}
