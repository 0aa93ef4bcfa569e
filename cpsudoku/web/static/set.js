// Setting a puzzle: givens, symmetry, rules by name with cells from the board, and what they do.

import { Latest } from "./api.js";
import { button, checkbox, choice, heading, labelled, make, offer, row } from "./elements.js";
import { placesAround } from "./outside.js";
import { guarded } from "./messages.js";
import { RegionsDraft } from "./regions.js";
import { n, t } from "./words.js";

const FAMILIES = { regions: n("Regions"), distances: n("Distances"), cages: n("Cages"), pairs: n("Dots and signs"), lines: n("Lines"), cells: n("Cells"), layers: n("Layers"), outside: n("Outside clues"), general: n("Others") };

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
    this.drafts = new Latest();
    this.host = host;
    this.draft = null; // regions that are being drawn
    this.rule = choice([], { id: "rule-name" }, () => this.#chosen());
    this.value = make("input", { id: "rule-value", autocomplete: "off" });
    this.value.oninput = () => this.selected();
    this.line = make("input", { id: "rule-line", spellcheck: "false", autocomplete: "off" });
    this.summary = make("p", { class: "hint-text" });
    this.problem = make("p", { role: "alert" });
    this.list = make("ul", { id: "rules" });
    const add = make("button", { type: "submit", class: "main", id: "rule-add" }, t("Add the rule"));
    const form = make(
      "form", { id: "rule-form" },
      labelled(t("Rule"), this.rule), this.summary, labelled(t("Number or word"), this.value),
      labelled(t("Line of the rule; select cells to fill it in"), this.line), row(add), this.problem,
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      this.#add();
    };
    const symmetries = Object.entries(SYMMETRIES).map(([name, title]) => [name, t(title)]);
    this.symmetry = choice(symmetries, { id: "symmetry" }, () => app.show());
    const rates = checkbox(t("Rate the puzzle after each change"), { id: "rates" }, () => this.judged());
    this.rates = rates.firstChild;
    this.rating = make("span", { id: "rating", role: "status" });
    this.drawn = make("p", { role: "status", id: "regions-line" });
    this.use = button(t("Use these regions"), () => this.#useRegions(), { class: "main", id: "regions-use" });
    this.toggle = button(t("Draw regions"), () => this.#drawRegions(), { id: "regions-draw", "aria-pressed": "false" });
    host.append(
      row(
        button(t("Show the solution"), () => this.#solve()),
        button(t("Fill in the solution"), () => this.#fill()),
        button(t("What is wrong or unnecessary?"), () => app.verdict.diagnose(true)),
        button(t("Entries become givens"), () => app.setter.givens(app.state.game.digits)),
        button(t("Clear"), () => app.setter.givens(app.state.board.givens.map(() => 0))),
      ),
      labelled(t("Symmetry of the givens; cells that it lacks are coloured"), this.symmetry),
      row(rates, this.rating),
      row(this.toggle, this.use), this.drawn,
      heading(t("Rules")), this.list, heading(t("Add a rule")), form,
    );
    this.use.hidden = true;
  }

  offer(choices) {
    this.rules = choices.rules;
    offer(this.rule, Object.entries(FAMILIES).map(([family, title]) => [
      t(title), choices.rules.filter((each) => each.family === family).map((each) => [each.name, each.title]),
    ]));
    this.rule.value = "killer";
    this.selected();
  }

  /** Another rule begins without the number of the one before. */
  #chosen() {
    this.value.value = "";
    this.selected();
  }

  /** The cells or the rule have changed. */
  selected() {
    const rule = this.rules?.find((each) => each.name === this.rule.value);
    const { app } = this;
    if (!rule || !app.state.game) return;
    this.summary.textContent = `${rule.summary} ${t("Example: {line}", { line: rule.example })}`;
    this.#showPlaces(rule);
    if (app.state.tab === "set") this.drafting = this.#compose(rule.name);
  }

  /** Compose the line from the rule, the value and the selected cells, as they were drawn. */
  #compose(rule) {
    const { state } = this.app;
    return guarded(async () => {
      const asked = { ...state.asked, rule, strokes: state.strokes, words: this.value.value };
      const { line, problem } = await this.drafts.ask("draft", asked);
      this.line.value = line;
      this.problem.textContent = problem;
    }, (text) => { this.problem.textContent = text; });
  }

  show() {
    const { app } = this;
    const { board } = app.state;
    if (this.shown === board) return;
    this.shown = board;
    this.dropDraft();
    this.selected();
    this.list.replaceChildren(...board.rules.map((rule, number) => make(
      "li", {},
      button(rule.sentence, () => app.input.select(rule.cells), { class: "plain" }),
      ...(rule.problem ? [make("strong", { class: "broken" }, rule.problem)] : []),
      button("×", () => this.#change({ remove: [number] }), { class: "small", "aria-label": t("Remove {rule}", { rule: rule.line }) }),
    )));
  }

  // Clues outside

  /** While a rule with clues outside is chosen, the places around the board can be clicked. */
  #showPlaces(rule) {
    const { app } = this;
    const { board } = app.state;
    const wanted = app.state.tab === "set" && !this.draft ? rule.looks_along : "";
    if (this.around?.board === board && this.around.wanted === wanted) return;
    this.around = { board, wanted };
    app.view.showPlaces(wanted ? placesAround(board, wanted === "diagonals") : [], (line) => {
      app.input.select(line.cells);
      this.value.focus();
      this.value.select();
    });
  }

  // Regions

  #drawRegions() {
    const { app } = this;
    this.draft = this.draft ? null : new RegionsDraft(app.state.board);
    app.input.select([]);
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
    this.question.stop();
    this.rating.textContent = "";
    if (!this.rates.checked || !this.app.verdict.solution) return;
    guarded(async () => {
      const found = await this.question.ask("rate", this.app.state.asked);
      this.rating.textContent = found.words;
    }, (problem) => { this.rating.textContent = problem; });
  }

  async #add() {
    await this.drafting;
    await this.#change({ add: [this.line.value] });
  }

  async #change(change) {
    this.problem.textContent = "";
    await guarded(() => this.app.setter.rules(change), (text) => { this.problem.textContent = text; });
  }

  #solve() {
    const { app } = this;
    const { answer } = app.verdict;
    const solution = answer?.solutions?.[0];
    if (solution) app.showOverlay({ digits: solution, layers: answer.drawings[0] });
  }

  #fill() {
    const { app } = this;
    const solution = app.verdict.answer?.solutions?.[0];
    if (solution) app.setter.givens(solution);
  }
}
