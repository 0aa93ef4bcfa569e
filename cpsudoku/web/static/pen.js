// Drawing rules: strokes over cells become rules, and a chosen rule is moved, changed or removed.
// What a stroke makes of a rule, and what the rule still needs, is the answer of the server.

import { Latest } from "./api.js";
import { make } from "./elements.js";
import { guarded } from "./messages.js";
import { t } from "./words.js";

const PAUSE = 150; // milliseconds after a key, before a value is used

export class Pen {
  rule = null; // of the table of rules; without one, digits are set
  table = []; // of rules, from the server
  chosen = null; // the number of the rule that was drawn or clicked last
  strokes = [];
  hand = null; // what a drag does: {from, last, kind: "draw" | "move"}

  constructor(app, line) {
    this.app = app;
    this.line = line; // says what to do next, and what is wrong
    this.drafts = new Latest();
    this.value = make("input", { id: "rule-value", autocomplete: "off", spellcheck: "false" });
    make("div", { class: "over" }, this.value); // is enlarged as the board is
    this.value.hidden = true;
    this.value.oninput = () => this.#typed();
    this.value.onkeydown = (event) => this.#keyInValue(event);
    this.value.onpointerdown = (event) => event.stopPropagation();
  }

  get board() {
    return this.app.state.board;
  }

  /** The rule that is chosen, as the board has it. */
  get own() {
    return this.chosen === null ? null : this.board.rules[this.chosen] ?? null;
  }

  /** Take a rule of the table to draw with; null sets digits again. */
  take(rule) {
    this.rule = rule;
    this.app.input.select([]);
    this.drop();
  }

  /** Forget what is drawn, and choose nothing. */
  drop() {
    this.strokes = [];
    this.choose(null);
  }

  choose(number) {
    this.chosen = number;
    this.problem = "";
    if (number === null) this.isHeld = false;
    else this.strokes = [];
    this.#show(number === null ? "" : this.own?.problem);
  }

  // The pointer

  /** A drag begins at a cell. Returns false where the cell is to be selected instead. */
  begin(cell, adds) {
    const held = this.own?.cells.includes(cell) && this.isHeld;
    if (!this.rule?.is_drawn && !held && !(adds && this.own)) return false;
    if (held && !adds) this.hand = { from: cell, last: cell, kind: "move" };
    else {
      this.hand = { from: cell, last: cell, kind: "draw", extends: adds && this.own !== null };
      if (!adds) this.#newStroke();
      this.strokes.push([cell]);
      this.#draw();
    }
    return true;
  }

  #newStroke() {
    this.strokes = [];
    this.chosen = null;
    this.value.value = "";
  }

  /** The drag comes to a cell. Returns false if it draws nothing. */
  drag(cell) {
    if (!this.hand) return false;
    this.hand.last = cell;
    if (this.hand.kind === "draw") {
      this.strokes.at(-1).push(cell);
      this.#draw();
    } else this.app.input.select(this.#shifted);
    return true;
  }

  /** The cells of the chosen rule where the drag would put it. */
  get #shifted() {
    const [down, across] = this.#shiftOf(this.hand);
    const places = this.own.cells.map((cell) => this.board.cells[cell]);
    const cells = places.map(({ row, column }) => this.app.view.at.get(`${row + down},${column + across}`));
    return cells.filter((cell) => cell !== undefined);
  }

  /** The drag ends: the rule is complete, moves, or a rule in the way is chosen. */
  async end() {
    const { hand } = this;
    this.hand = null;
    if (!hand) return;
    const isTap = hand.from === hand.last;
    if (hand.kind === "move") {
      const [down, across] = this.#shiftOf(hand);
      if (isTap) this.#chooseNext(hand.from);
      else await this.change({ down, across, grabbed: hand.from });
    } else if (hand.extends) {
      const [stroke] = this.strokes.splice(0);
      await this.change({ stroke });
    } else if (!(isTap && this.chooseAt(hand.from, this.rule.name))) {
      this.#show(); // with the field for its value
      this.adding = this.#complete(isTap ? hand.from : null);
    }
  }

  #shiftOf({ from, last }) {
    const [one, other] = [this.board.cells[from], this.board.cells[last]];
    return [other.row - one.row, other.column - one.column];
  }

  /** Choose the next rule at a cell. Returns whether there is one. */
  chooseAt(cell, name = null) {
    const there = [...this.board.rules.entries()].filter(([, rule]) => rule.cells.includes(cell) && (!name || rule.name === name));
    if (!there.length) return false;
    const numbers = there.map(([number]) => number);
    const next = numbers[(numbers.indexOf(this.chosen) + 1) % numbers.length];
    this.isHeld = true;
    this.app.input.select([]);
    this.choose(next);
    return true;
  }

  /** Choose the next rule at a cell; after the last one, the cell itself. */
  #chooseNext(cell) {
    const { chosen } = this;
    this.chooseAt(cell);
    if (this.chosen > chosen) return;
    this.drop();
    this.app.input.select([cell]);
  }

  // Drafts

  /** Ask what the strokes make of the rule, and show it. */
  #draw() {
    const { app, strokes, rule } = this;
    app.input.select([...new Set(strokes.flat())]);
    this.drawn = guarded(async () => {
      const words = this.value.value;
      this.answer = await this.drafts.ask("draft", { ...app.state.asked, rule: rule.name, strokes, words });
      app.view.showDraft(this.answer.picture);
      return this.answer;
    }, (problem) => this.#say(problem));
    return this.drawn;
  }

  /** Set what is drawn, or ask for the value that it lacks. A tap that draws nothing chooses. */
  async #complete(tapped = null) {
    const found = await this.drawn;
    if (!found) return;
    if (found.line) await this.#set(found.line);
    else if (tapped !== null && this.chooseAt(tapped)) return;
    else if (found.lacks === "value") this.#show();
    else this.#say(found.problem);
  }

  async #set(line) {
    this.isHeld = false;
    await this.change({ add: [line] });
  }

  /** Set a rule that needs no cells, or ask for its value. */
  async whole() {
    this.#newStroke();
    this.strokes = [[]];
    await this.#draw();
    await this.#complete();
  }

  /** A line outside the board is the place of a clue. */
  along(line) {
    this.#newStroke();
    this.strokes = [line];
    this.#draw();
    this.#show();
    this.value.focus();
    this.adding = this.#complete();
  }

  /** Change the chosen rule, or add and remove rules. Returns whether that was done. */
  async change(change, merge = "") {
    const { app } = this;
    const number = change.add || change.remove ? {} : { number: this.chosen };
    const done = await guarded(async () => {
      const chosen = await app.setter.rules({ ...number, ...change }, merge);
      app.input.select([]);
      this.choose(chosen);
      return true;
    }, (problem) => this.#say(problem));
    if (!done && !change.add) app.input.select([]);
    return Boolean(done);
  }

  remove() {
    return this.change({ remove: [this.chosen] });
  }

  // The value, typed on the board

  get #values() {
    const name = this.own?.name ?? (this.strokes.length || this.answer ? this.rule?.name : "");
    return this.table.find((each) => each.name === name)?.values ?? [];
  }

  #typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#use(), PAUSE);
  }

  /** Use what is typed, after what was typed before it. */
  #use() {
    clearTimeout(this.timer);
    this.used = Promise.resolve(this.used).then(() => this.#useValue());
    return this.used;
  }

  /** Use it in the chosen rule, or in the draft that needs it. */
  async #useValue() {
    await this.adding;
    const words = this.value.value.trim();
    if (this.own) {
      if (words !== this.own.words) await this.change({ words }, `value ${this.chosen}`);
    } else if (words) {
      const found = await this.#draw();
      if (found?.line) await this.#set(found.line);
      else if (found) this.#say(found.problem);
    }
  }

  async #keyInValue(event) {
    event.stopPropagation();
    const { key } = event;
    if (key === "Enter" || key === "Escape") {
      event.preventDefault();
      if (key === "Enter") await this.#use();
      else if (!this.own) this.drop();
      this.app.view.focus();
    } else if (key === "Delete" && !this.value.value && this.own) this.remove();
  }

  /** A key while a rule is chosen or drawn. Returns whether it is done. */
  key(event, [name, ...values]) {
    if (name === "escape" && (this.own || this.strokes.length)) this.drop();
    else if (name === "settle" && this.rule && this.app.state.selection.length && !this.own) this.#drawSelected();
    else if (!this.own && !this.strokes.length) return false;
    else if (name === "erase" && this.own) this.remove();
    else if (name === "move" && this.own && !values[2]) this.change({ down: values[0], across: values[1] }, `move ${this.chosen}`);
    else if (!this.value.hidden && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      this.value.focus();
      this.value.select();
      return null; // the letter goes into the field
    } else return false;
    return true;
  }

  async #drawSelected() {
    this.strokes = [this.app.state.selection];
    await this.#draw();
    await this.#complete();
  }

  get isTyping() {
    return !this.value.hidden;
  }

  /** A digit of the keypad. */
  type(symbol) {
    this.value.value += symbol;
    this.#typed();
  }

  // What is seen

  #say(problem) {
    this.problem = problem;
    this.#show(problem);
  }

  #show(problem = "") {
    const { own, rule, value, app } = this;
    const isOpen = own || this.strokes.length;
    const kinds = isOpen ? this.#values : [];
    const wasHidden = value.hidden;
    value.hidden = !kinds.length;
    if (kinds.length) {
      value.setAttribute("aria-label", kinds.join(" "));
      value.placeholder = kinds.join(" ").toLowerCase();
      if (own && (document.activeElement !== value || wasHidden)) value.value = own.words;
      value.style.width = `calc(${Math.max(value.value.length, 4)}ch + 1rem)`;
      const { looks_along: looks } = this.table.find(({ name }) => name === (own ?? rule).name);
      app.view.putBeside(value, own ? own.cells : this.strokes.flat(), looks);
    }
    const said = own ? own.sentence : isOpen && kinds.length ? t("Type its value.") : rule ? `${rule.summary} ${rule.is_drawn ? t("Drag over its cells; with Shift, add to the rule.") : ""}` : "";
    this.line.replaceChildren(...(problem ? [make("strong", { class: "broken" }, problem), " "] : []), said);
    if (own) app.view.frame(own.cells);
    else app.view.showDraft(isOpen ? this.answer?.picture ?? "" : "");
    app.panels?.set.penChanged();
    app.show();
  }
}
