// Drawing rules: strokes over cells become rules, and a chosen rule is moved, changed or removed.
// What a stroke makes of a rule, and what the rule still needs, is the answer of the server. Until it
// comes, more can be drawn and typed: everything is kept with the thing that it is for, and done in turn.

import { Latest, ask } from "./api.js";
import { make } from "./elements.js";
import { guarded, problem } from "./messages.js";
import { t } from "./words.js";

const PAUSE = 150; // milliseconds after a key, before a value is used

/** What is drawn or chosen: its strokes, the key of its rule once it is one, and words typed for it that are not used yet. */
class Thing {
  constructor(rule, key = null) {
    Object.assign(this, { rule, key, strokes: [], words: null, used: null, picture: "" });
  }
}

export class Pen {
  rule = null; // of the table of rules; without one, digits are set
  table = []; // of rules, from the server
  thing = new Thing(null);
  hand = null; // what a drag does: {from, last, kind: "draw" | "move", stroke}

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

  get strokes() {
    return this.thing.strokes;
  }

  /** The rule that is chosen, as the board has it. */
  get own() {
    return this.thing.key === null ? null : this.#ruleOf(this.thing);
  }

  #ruleOf({ key }) {
    return this.board.rules[this.app.setter.numberOf(key)] ?? null;
  }

  /** Take a rule of the table to draw with; null sets digits again. */
  take(rule) {
    this.#begin(rule);
    this.rule = rule;
    this.app.input.select([]);
    this.#show();
  }

  /** Forget what is drawn, and choose nothing. What was typed is used first, if it `counts`. */
  drop(counts = true) {
    this.#begin(this.rule, counts);
    this.#show();
  }

  /** Choose a rule by its number. */
  choose(number) {
    this.#begin(this.rule);
    this.thing.key = this.app.setter.keyOf(this.board.rules[number]);
    this.#show(this.own.problem);
  }

  /** Begin another thing. What was typed for the one before is used first. */
  #begin(rule, counts = true) {
    if (counts) this.use();
    clearTimeout(this.timer);
    this.isHeld = false;
    this.thing = new Thing(rule);
  }

  // The pointer

  /** A drag begins at a cell. Returns false where the cell is to be selected instead. */
  begin(cell, adds) {
    const { own } = this;
    const held = own?.cells.includes(cell) && this.isHeld;
    if (!this.rule?.is_drawn && !held && !(adds && own)) return false;
    if (held && !adds) this.hand = { from: cell, last: cell, kind: "move" };
    else {
      if (!adds) this.#begin(this.rule);
      this.hand = { from: cell, last: cell, kind: "draw", extends: adds && own, stroke: [cell] };
      if (!this.hand.extends) this.strokes.push(this.hand.stroke);
      this.#draw();
    }
    return true;
  }

  /** The drag comes to a cell. Returns false if it draws nothing. */
  drag(cell) {
    if (!this.hand) return false;
    this.hand.last = cell;
    if (this.hand.kind === "draw") {
      this.hand.stroke.push(cell);
      this.#draw();
    } else this.app.input.select(this.#shifted);
    return true;
  }

  /** The cells of the chosen rule where the drag would put it. */
  get #shifted() {
    const [down, across] = this.#shiftOf(this.hand);
    const places = (this.own?.cells ?? []).map((cell) => this.board.cells[cell]);
    const cells = places.map(({ row, column }) => this.app.view.at.get(`${row + down},${column + across}`));
    return cells.filter((cell) => cell !== undefined);
  }

  /** The drag ends: the rule is complete, moves, or a rule in the way is chosen. */
  end() {
    const { hand } = this;
    this.hand = null;
    if (!hand) return;
    const isTap = hand.from === hand.last;
    if (hand.kind === "move") {
      const [down, across] = this.#shiftOf(hand);
      if (isTap) this.#chooseNext(hand.from);
      else this.change({ down, across, grabbed: hand.from });
    } else if (hand.extends) this.change({ stroke: hand.stroke });
    else if (!(isTap && this.chooseAt(hand.from, this.rule.name))) {
      this.#show(); // with the field for its value
      this.#complete(hand.stroke, isTap ? hand.from : null);
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
    const next = numbers[(numbers.indexOf(this.#number) + 1) % numbers.length];
    this.app.input.select([]);
    this.choose(next);
    this.isHeld = true;
    return true;
  }

  get #number() {
    return this.board.rules.indexOf(this.own);
  }

  /** Choose the next rule at a cell; after the last one, the cell itself. */
  #chooseNext(cell) {
    const before = this.#number;
    this.chooseAt(cell);
    if (this.#number > before) return;
    this.drop();
    this.app.input.select([cell]);
  }

  // Drafts

  /** Ask what the strokes make of the rule, and show it. */
  #draw() {
    const { app, thing, hand } = this;
    const strokes = hand?.extends ? [hand.stroke] : thing.strokes;
    const rule = hand?.extends?.name ?? thing.rule.name;
    app.input.select([...new Set(strokes.flat())]);
    this.drawn = guarded(async () => {
      const found = await this.drafts.ask("draft", { ...app.state.asked, rule, strokes, words: thing.words ?? "" });
      if (this.thing !== thing) return found;
      thing.picture = found.picture;
      app.view.showDraft(found.picture);
      return found;
    }, (words) => this.#say(words, thing));
    return this.drawn;
  }

  /** Set what is drawn, or ask for the value that it lacks. A tap that draws nothing chooses. */
  #complete(stroke, tapped = null) {
    const { app, thing, drawn } = this;
    const strokes = thing.strokes.map((each) => [...each]);
    const words = thing.words ?? "";
    return app.setter.inTurn(() => guarded(async () => {
      if (thing.key !== null) { // it became a rule before this stroke was added to it
        await this.#apply(thing, { stroke });
        return;
      }
      // A newer drawing stops the question about this one.
      const found = await drawn ?? await ask("draft", { ...app.state.asked, rule: thing.rule.name, strokes, words });
      const isHere = this.thing === thing;
      if (found.line) await this.#apply(thing, { add: [found.line] });
      else if (isHere && tapped !== null && this.chooseAt(tapped)) return;
      else if (isHere && found.lacks === "value") this.#show();
      else if (found.problem) this.#say(found.problem, thing);
      if (found.line && thing.words === words) thing.words = null;
    }, (refused) => this.#say(refused, thing)));
  }

  /** Set a rule that needs no cells, or ask for its value. */
  whole() {
    this.#begin(this.rule);
    this.#drawAll([]);
  }

  #drawAll(stroke) {
    this.thing.strokes = [stroke];
    this.#draw();
    this.#show();
    this.#complete(stroke);
  }

  /** A line outside the board is the place of a clue. */
  along(line) {
    this.#begin(this.rule);
    this.strokes.push(line);
    this.#draw();
    this.#show();
    this.value.focus();
    this.#complete(line);
  }

  /** Change or remove the rule that is chosen, or that what is drawn becomes. */
  change(change, merge = "") {
    const { thing } = this;
    this.app.setter.inTurn(() => guarded(() => this.#apply(thing, change, merge), (words) => {
      this.#say(words, thing);
      if (this.thing === thing) this.app.input.select([]);
    }));
  }

  /** Change the rule of a thing, or add what is drawn as a rule. It stays chosen, if nothing else is by now. */
  async #apply(thing, change, merge = "") {
    const { app } = this;
    const { key: before } = thing;
    if (before === null && !change.add && !change.remove) return; // it has not become a rule
    const asked = change.isGone ? { remove: [before] } : change.remove || before === null ? change : { ...change, key: before };
    const key = await app.setter.rules(asked, merge && `${merge} ${before}`);
    const isHere = this.thing === thing;
    if (key !== null) [thing.key, thing.strokes] = [key, []];
    if (isHere && !this.own) this.#begin(this.rule, false);
    if (isHere) app.input.select([]);
    this.#show(this.own?.problem);
  }

  remove() {
    this.change({ isGone: true });
  }

  // The value, typed on the board

  get #values() {
    const name = this.own?.name ?? (this.strokes.length ? this.thing.rule?.name : "");
    return this.table.find((each) => each.name === name)?.values ?? [];
  }

  #typed() {
    this.thing.words = this.value.value;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.use(), PAUSE);
  }

  /** Use what is typed: in the chosen rule, or in the draft that needs it. */
  use() {
    clearTimeout(this.timer);
    const { app, thing } = this;
    if (thing.words === null || thing.words === thing.used) return;
    thing.used = thing.words;
    const words = thing.words.trim();
    const strokes = thing.strokes.map((each) => [...each]);
    app.setter.inTurn(() => guarded(async () => {
      const own = this.#ruleOf(thing);
      if (own && words !== own.words) await this.#apply(thing, { words }, "value");
      else if (!own && words && strokes.length) {
        const { line, problem: wrong } = await ask("draft", { ...app.state.asked, rule: thing.rule.name, strokes, words });
        if (!line) this.#say(wrong, thing);
        else await this.#apply(thing, { add: [line] });
      }
      if (thing.words?.trim() === words && this.#ruleOf(thing)) thing.words = null;
    }, (refused) => this.#say(refused, thing)));
  }

  #keyInValue(event) {
    event.stopPropagation();
    const { key } = event;
    if (key === "Enter" || key === "Escape") {
      event.preventDefault();
      this.thing.used = null;
      if (key === "Enter") this.use();
      else if (this.own) this.thing.words = null;
      else this.drop(false);
      this.app.view.focus();
      this.#show(this.own?.problem);
    } else if (key === "Delete" && !this.value.value && this.own) this.remove();
  }

  /** A key while a rule is chosen or drawn. Returns whether it is done. */
  key(event, [name, ...values]) {
    const { own, app: { setter, state } } = this;
    const isOpen = own || this.strokes.length;
    const isRule = own || (isOpen && setter.isBusy); // or becomes one
    if (isOpen && !this.value.hidden && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      this.value.focus();
      this.value.select();
      return null; // the letter goes into the field
    }
    if (name === "escape" && isOpen) this.drop(false);
    else if (name === "settle" && this.rule && state.selection.length && !isRule) this.#drawAll(state.selection);
    else if (!isRule) return false;
    else if (name === "erase") this.remove();
    else if (name === "move" && !values[2]) this.change({ down: values[0], across: values[1] }, "move");
    else return false;
    return true;
  }

  get isTyping() {
    return !this.value.hidden;
  }

  /** A digit of the keypad. */
  type(symbol) {
    this.value.value = (this.thing.words ?? "") + symbol;
    this.#typed();
  }

  // What is seen

  /** Say what is wrong with a thing: at its place, or beside the board if something else is drawn by now. */
  #say(words, thing) {
    if (this.thing === thing) this.#show(words);
    else problem(words);
  }

  /** Show it again: the board is another one. */
  show() {
    this.#show(this.own?.problem);
  }

  #show(wrong = "") {
    const { own, rule, value, app, thing } = this;
    if (!app.state.game) return;
    const isOpen = own || this.strokes.length;
    const kinds = isOpen ? this.#values : [];
    const isNew = value.hidden || this.shown !== thing;
    this.shown = thing;
    value.hidden = !kinds.length;
    if (kinds.length) {
      value.setAttribute("aria-label", kinds.join(" "));
      value.placeholder = kinds.join(" ").toLowerCase();
      if (isNew || document.activeElement !== value) value.value = thing.words ?? own?.words ?? "";
      value.style.width = `calc(${Math.max(value.value.length, 4)}ch + 1rem)`;
      const { looks_along: looks } = this.table.find(({ name }) => name === (own ?? thing.rule).name);
      app.view.putBeside(value, own ? own.cells : this.strokes.flat(), looks);
    }
    const said = own ? own.sentence : isOpen && kinds.length ? t("Type its value.") : rule ? `${rule.summary} ${rule.is_drawn ? t("Drag over its cells; with Shift, add to the rule.") : ""}` : "";
    this.line.replaceChildren(...(wrong ? [make("strong", { class: "broken" }, wrong), " "] : []), said);
    if (own) app.view.frame(own.cells);
    else app.view.showDraft(isOpen ? thing.picture : "");
    app.panels.set.penChanged();
    app.show();
  }
}
