// Setting a puzzle: givens, symmetry, rules by name with cells from the board, and what they do.

import { Latest, ask } from "./api.js";
import { button, checkbox, choice, labelled, make, row } from "./elements.js";
import { placesAround } from "./outside.js";
import { guarded } from "./messages.js";
import { RegionsDraft } from "./regions.js";
import { n, t } from "./words.js";

const SYMMETRIES = { none: n("none"), turn: n("half turn"), rows: n("top and bottom"), columns: n("left and right"), diagonal: n("diagonal") };
const TURNS = {
  turn: (row, column, bottom, right) => [bottom - row, right - column],
  rows: (row, column, bottom) => [bottom - row, column],
  columns: (row, column, bottom, right) => [row, right - column],
  diagonal: (row, column) => [column, row],
};

export class SetPanel {
  constructor(host, app) {
    this.app = app;
    this.question = new Latest();
    this.host = host;
    this.draft = null; // regions that are being drawn
    this.search = make("input", { id: "rule-search", type: "search", autocomplete: "off", placeholder: t("Search the rules"), "aria-label": t("Search the rules") });
    this.search.oninput = () => this.#filter();
    this.palette = make("div", { id: "palette", role: "group", "aria-label": t("Rules") });
    this.digits = button(t("Digits"), () => this.#take(null), { id: "pen-digits" });
    this.toggle = button(t("Regions"), () => this.#drawRegions(), { id: "regions-draw", "aria-pressed": "false" });
    this.whole = button(t("For the whole board"), () => app.pen.whole(), { class: "small", id: "pen-whole" });
    this.remove = button(t("Remove"), () => app.pen.remove(), { class: "small", id: "pen-remove" });
    this.list = make("ul", { id: "rules" });
    this.count = make("summary", {});
    this.line = make("input", { id: "rule-line", spellcheck: "false", autocomplete: "off" });
    this.problem = make("p", { role: "alert" });
    const form = make(
      "form", { id: "rule-form" },
      labelled(t("A rule or the board as a line"), this.line), row(make("button", { id: "rule-add" }, t("Add the rule"))), this.problem,
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      this.#add();
    };
    const symmetries = Object.entries(SYMMETRIES).map(([name, title]) => [name, t(title)]);
    this.symmetry = choice(symmetries, { id: "symmetry" }, () => app.show());
    const rates = checkbox(t("Rate the puzzle after each change"), { id: "rates" }, () => this.judged());
    this.rates = rates.firstChild;
    const trues = checkbox(t("Show only true candidates"), { id: "trues" }, () => this.#showTrue());
    this.trues = trues.firstChild;
    this.trueQuestion = new Latest();
    this.rating = make("span", { id: "rating", role: "status" });
    this.drawn = make("p", { role: "status", id: "regions-line" });
    this.use = button(t("Use these regions"), () => this.#useRegions(), { class: "main", id: "regions-use" });
    host.append(
      row(this.digits, this.toggle, this.use, this.search), this.drawn, this.palette,
      app.pen.line, row(this.whole, this.remove, trues),
      make("details", { id: "rules-set" }, this.count, this.list),
      make(
        "details", { id: "set-more" }, make("summary", {}, t("More")),
        row(
          button(t("Show the solution"), () => this.#solve()),
          button(t("Fill in the solution"), () => this.#fill()),
          button(t("What is wrong or unnecessary?"), () => app.verdict.diagnose(true)),
          button(t("Entries become givens"), () => app.setter.givens(app.state.game.digits)),
          button(t("Clear"), () => app.setter.givens(app.state.board.givens.map(() => 0))),
        ),
        labelled(t("Symmetry of the givens; cells that it lacks are coloured"), this.symmetry),
        row(rates, this.rating), form,
      ),
    );
    this.use.hidden = true;
  }

  /** Fetch the table of rules when it is first needed. */
  async #load() {
    if (this.tiles) return;
    this.tiles = [];
    const { pen } = this.app;
    const found = await guarded(() => ask("rules"));
    if (!found) {
      this.tiles = null; // next time
      return;
    }
    pen.table = found.rules;
    this.tiles = pen.table.map((rule) => {
      const tile = button("", () => this.#take(rule), { class: "tile", title: `${rule.summary}\n${rule.syntax}`, "data-rule": rule.name });
      const initials = rule.title.split(" ").map((word) => word[0]).join("").toUpperCase();
      tile.innerHTML = rule.picture || `<span class="initials" aria-hidden="true">${initials}</span>`;
      tile.append(make("span", {}, rule.title));
      return tile;
    });
    this.palette.replaceChildren(...this.tiles);
    this.#filter();
    this.penChanged();
  }

  /** Show the rules whose name, other names or summary contain what is typed. */
  #filter() {
    const words = this.search.value.trim().toLowerCase();
    this.app.pen.table.forEach(({ name, title, aliases, summary }, at) => {
      const names = [name, title, ...aliases].join("\n").toLowerCase();
      this.tiles[at].hidden = !names.includes(words) && !(words.length > 3 && summary.toLowerCase().includes(words));
    });
  }

  /** Draw with a rule, or set it if it needs nothing; null sets digits. */
  #take(rule) {
    const { pen, state } = this.app;
    if (this.draft) this.#drawRegions();
    pen.take(rule);
    if (!rule || rule.is_drawn) return;
    const there = state.board.rules.findIndex((each) => each.name === rule.name);
    if (there >= 0) pen.choose(there);
    else pen.whole();
  }

  /** Another rule is drawn or chosen. */
  penChanged() {
    const { pen } = this.app;
    this.digits.setAttribute("aria-pressed", String(!pen.rule && !this.draft));
    this.tiles?.forEach((tile, at) => tile.setAttribute("aria-pressed", String(pen.table[at] === pen.rule)));
    this.whole.hidden = !pen.rule?.is_drawn || Boolean(pen.rule.needs) || Boolean(pen.own);
    this.remove.hidden = !pen.own;
    this.showPlaces();
  }

  show() {
    const { app } = this;
    const { board } = app.state;
    this.#load();
    if (this.shown === board) return;
    this.shown = board;
    if (this.draft && !this.draft.isOn(board)) this.dropDraft();
    if (app.pen.thing.key !== null && !app.pen.own) app.pen.drop(false);
    else app.pen.show();
    this.showPlaces();
    this.count.textContent = `${t("Rules")} (${board.rules.length})`;
    this.list.replaceChildren(...board.rules.map((rule, number) => make(
      "li", {},
      button(rule.sentence, () => app.pen.choose(number), { class: "plain" }),
      ...(rule.problem ? [make("strong", { class: "broken" }, rule.problem)] : []),
      button("×", () => app.pen.change({ remove: [app.setter.keyOf(rule)] }), { class: "small", "aria-label": t("Remove {rule}", { rule: rule.line }) }),
    )));
  }

  // Clues outside

  /** While a rule with clues outside is drawn, the places around the board can be clicked. */
  showPlaces() {
    const { app } = this;
    const { board } = app.state;
    if (!board) return;
    const wanted = app.state.tab === "set" && !this.draft ? app.pen.rule?.looks_along ?? "" : "";
    if (this.around?.board === board && this.around.wanted === wanted) return;
    this.around = { board, wanted };
    app.view.showPlaces(wanted ? placesAround(board, wanted === "diagonals") : [], (line) => app.pen.along(line.cells));
  }

  // Regions

  #drawRegions() {
    const { app } = this;
    this.draft = this.draft ? null : new RegionsDraft(app.state.board);
    app.pen.take(null);
    this.#regionsChanged();
  }

  undo() {
    this.draft.undo();
    this.#regionsChanged();
  }

  redo() {
    this.draft.redo();
    this.#regionsChanged();
  }

  /** The drag of the pointer draws regions. */
  drawTo(cell, how) {
    this.draft.draw(cell, how !== "add");
    this.#regionsChanged();
  }

  /** Put cells into the region with a number; 0 takes them out. */
  putInRegion(cells, number) {
    if (number <= this.draft.board.size) this.draft.put(cells, number);
    this.#regionsChanged();
  }

  #regionsChanged() {
    this.draft?.complete();
    this.#showDraft();
    this.app.show();
  }

  /** Give up the regions that are being drawn. */
  dropDraft() {
    this.draft = null;
    this.#showDraft();
  }

  #showDraft() {
    const { app, draft } = this;
    this.toggle.setAttribute("aria-pressed", String(Boolean(draft)));
    this.use.hidden = !draft?.isComplete;
    const { size } = app.state.board;
    this.drawn.textContent = draft ? t("Drag over {size} cells for each region, or select cells and type the number of their region. {left} cells are left.", { size, left: draft.count(0) }) : "";
  }

  async #useRegions() {
    const { line } = this.draft;
    this.dropDraft();
    await this.#change({ add: [line] });
  }

  /** The empty cells whose partner under the chosen symmetry has a given. */
  lacking() {
    const { board } = this.app.state;
    const turn = TURNS[this.symmetry.value];
    const found = new Map();
    if (!turn) return found;
    const at = new Map(board.cells.map(({ row, column }, cell) => [`${row},${column}`, cell]));
    board.cells.forEach(({ row, column }, cell) => {
      const partner = at.get(turn(row, column, board.height - 1, board.width - 1).join());
      if (board.givens[cell] && partner !== undefined && !board.givens[partner]) found.set(partner, "redundant");
    });
    return found;
  }

  /** After a verdict: rate a proper puzzle if the user wants that. */
  judged() {
    this.stop();
    this.#showTrue();
    if (!this.rates.checked || !this.app.verdict.solution) return;
    guarded(async () => {
      const found = await this.question.ask("rate", this.app.state.asked);
      this.rating.textContent = found.words;
    }, (problem) => { this.rating.textContent = problem; });
  }

  /** Wait no longer for answers about a puzzle that has changed. */
  stop() {
    this.question.stop();
    this.trueQuestion.stop();
    this.rating.textContent = "";
  }

  /** The digits that each cell has in some solution, after each verdict. */
  #showTrue() {
    const { app } = this;
    this.trueQuestion.stop();
    app.state.trueDigits = null;
    const isWanted = this.trues.checked && app.state.tab === "set" && ["unique", "multiple"].includes(app.verdict.answer?.status);
    if (!isWanted) {
      app.show();
      return;
    }
    guarded(async () => {
      app.state.trueDigits = (await this.trueQuestion.ask("candidates", app.state.asked)).digits;
      app.show();
    });
  }

  #add() {
    return this.#change({ add: [this.line.value] });
  }

  async #change(change) {
    this.problem.textContent = "";
    const { setter } = this.app;
    await guarded(() => setter.inTurn(() => setter.rules(change)), (text) => { this.problem.textContent = text; });
  }

  async #solve() {
    const { app } = this;
    const answer = await app.verdict.given();
    const solution = answer?.solutions?.[0];
    if (solution) app.showOverlay({ digits: solution, layers: answer.drawings[0] });
  }

  async #fill() {
    const { app } = this;
    const solution = (await app.verdict.given())?.solutions?.[0];
    if (solution) app.setter.givens(solution);
  }
}
