// The verdict on the puzzle, always on show, and what can be done about it.

import { Latest } from "./api.js";
import { button, make } from "./elements.js";
import { guarded, patiently, speak } from "./messages.js";
import { t } from "./words.js";

const SIGNS = { unique: "✓", multiple: "≠", none: "✗", unknown: "?", thinking: "…" };

const PATIENCE = 400; // milliseconds for the question before
const PAUSE = 800; // milliseconds without a change, before the reason for a contradiction is asked

export class Verdict {
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.question = new Latest();
    this.answer = null;
    this.at = 0;
  }

  /** The solution, if it is the only one. */
  get solution() {
    return this.answer?.status === "unique" ? this.answer.solutions[0] : null;
  }

  /** The answer, when it has come; nothing if there is none. */
  async given() {
    for (let asked; asked !== this.asked;) {
      asked = this.asked;
      await asked;
    }
    return this.answer;
  }

  ask() {
    this.asked = this.#ask();
  }

  async #ask() {
    const { app } = this;
    app.panels.set.stop();
    this.answer = null;
    this.diagnosis?.remove();
    this.at = 0;
    app.view.showRed("");
    clearTimeout(this.later);
    // They are about the puzzle as it was.
    for (const old of this.host.querySelectorAll("button")) old.disabled = true;
    if (!app.state.board.givens.some((digit) => digit) && !app.state.board.rules.length) {
      this.question.stop();
      this.#draw("thinking", t("Type the puzzle."), []);
      return;
    }
    const line = make("span");
    const slow = setTimeout(() => this.#draw("thinking", line, []), 120); // quick answers do not flash "thinking"
    const again = button(t("Try again"), () => this.ask(), { class: "small" });
    await patiently(line, this.question, t("thinking ..."), async () => {
      this.answer = await this.question.ask("check", app.state.asked, PATIENCE);
      this.show();
    }, (problem) => this.#draw("unknown", problem, []), () => this.#draw("unknown", t("Stopped."), [again]));
    clearTimeout(slow);
  }

  show() {
    const { answer, app } = this;
    const buttons = [];
    const words = {
      unique: t("exactly one solution"), multiple: t("several solutions"), none: t("no solution"), unknown: t("undecided"),
    };
    if (answer.status === "multiple") {
      buttons.push(button(t("Show a solution"), () => this.#solution(answer), { class: "small" }));
      buttons.push(button(t("Which clues settle it?"), () => this.diagnose(), { class: "small" }));
    } else if (answer.status === "none") {
      buttons.push(button(t("Why?"), () => this.diagnose(), { class: "small" }));
    }
    if (answer.conflicts.length) {
      app.state.wrong = new Set(answer.conflicts.flatMap((each) => each.cells));
    } else if (answer.wrong_answer.length) {
      app.state.wrong = new Set(answer.wrong_answer);
    }
    const isUnique = answer.status === "unique";
    const isPartly = isUnique && app.state.board.uninterpreted?.length > 0;
    const details = [isUnique ? "" : answer.detail, isPartly ? t("not all of the puzzle was read") : "", answer.warning];
    this.#draw(isPartly ? "unknown" : answer.status, words[answer.status], buttons, details.filter(Boolean).join("; "));
    app.panels.set.judged();
    app.show();
    if (app.state.tab === "set" && answer.status === "none") this.later = setTimeout(() => this.#accuse(), PAUSE);
  }

  /** While a puzzle is set, what contradicts each other is red, and the reason is with the verdict. */
  #accuse() {
    const { app } = this;
    return guarded(async () => {
      const found = await this.question.ask("diagnose", { ...app.state.asked, brief: true });
      app.view.showRed(found.red);
      this.#mark(found);
      this.#say(found.words.join(" "));
    }, () => {});
  }

  #mark(found) {
    const { state } = this.app;
    const guilty = found.rules.flatMap((number) => state.board.rules[number]?.cells ?? []);
    state.tints = new Map([...guilty.map((cell) => [cell, "conflict"]), ...found.marks.map(({ cell, kind }) => [cell, kind])]);
    state.overlay = null;
    this.app.show();
  }

  #draw(status, words, buttons, detail = "") {
    const mark = make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[status] ?? "");
    const text = make("strong", {}, words);
    this.host.className = `verdict ${status}`;
    this.host.replaceChildren(mark, text, make("span", { class: "detail" }), ...buttons);
    this.#say(detail);
  }

  /** Say more about the verdict. What is too long is scrolled, also by keys. */
  #say(detail) {
    const more = this.host.querySelector(".detail");
    more.textContent = detail;
    if (more.scrollHeight > more.clientHeight) more.tabIndex = 0;
  }

  /** Switch between the two solutions; the cells that differ are marked. */
  #solution(answer) {
    const { app } = this;
    const at = this.at % answer.solutions.length;
    const [digits, layers] = [answer.solutions[at], answer.drawings[at]];
    const number = at + 1;
    this.at += 1;
    app.showOverlay({ digits, layers, tints: new Map(answer.differing.map((cell) => [cell, "differs"])) });
    this.host.querySelector("button").textContent = t("Solution {number}; show the other", { number });
    speak(t("Solution {number}", { number }));
  }

  /** Ask what is wrong, and offer what mends it. */
  async diagnose(unnecessary = false) {
    const { app } = this;
    const list = make("div", { class: "diagnosis", role: "status" });
    clearTimeout(this.later);
    this.diagnosis?.remove();
    this.diagnosis = list;
    document.querySelector("#panels").prepend(list);
    await patiently(list, this.question, t("thinking ..."), async () => {
      const found = await this.question.ask("diagnose", { ...app.state.asked, unnecessary });
      const parts = found.words.map((line) => make("p", {}, line));
      for (const repair of found.repairs.slice(0, 5)) {
        parts.push(button(t("Apply: {words}", { words: repair.words }), () => app.setter.inTurn(() => app.setter.puzzle(repair.puzzle)), { class: "small" }));
      }
      for (const clue of found.settling.slice(0, 8)) {
        const name = app.state.board.cells[clue.cell].name;
        const words = `${name} = ${app.state.board.symbols[clue.digit]}`;
        parts.push(button(t("Add {clue}", { clue: words }), () => app.setter.givens(app.state.board.givens.map((old, cell) => (cell === clue.cell ? clue.digit : old))), { class: "small" }));
      }
      list.replaceChildren(...parts);
      list.scrollIntoView({ block: "nearest" });
      this.#mark(found);
    }, (problem) => { list.textContent = problem; });
  }
}
