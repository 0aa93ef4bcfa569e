// Setting a puzzle: givens, symmetry, rules by name with cells from the board, and what they do.

import { Latest } from "./api.js";
import { button } from "./keypad.js";
import { n, t } from "./words.js";

const FAMILIES = { regions: n("Regions"), distances: n("Distances"), cages: n("Cages"), pairs: n("Dots and signs"), lines: n("Lines"), cells: n("Cells"), outside: n("Outside clues"), general: n("Others") };

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
    this.rule = document.createElement("select");
    this.rule.id = "rule-name";
    this.rule.onchange = () => this.selected();
    this.value = document.createElement("input");
    this.value.id = "rule-value";
    this.value.autocomplete = "off";
    this.value.oninput = () => this.selected();
    this.line = document.createElement("input");
    this.line.id = "rule-line";
    this.line.spellcheck = false;
    this.line.autocomplete = "off";
    this.summary = document.createElement("p");
    this.summary.className = "hint-text";
    this.problem = document.createElement("p");
    this.problem.setAttribute("role", "alert");
    this.list = document.createElement("ul");
    this.list.id = "rules";
    const form = document.createElement("form");
    form.id = "rule-form";
    form.append(
      labelled(t("Rule"), this.rule), labelled(t("Number or word"), this.value), this.summary,
      labelled(t("Line of the rule; select cells to fill it in"), this.line),
      row(button(t("Add the rule"), () => this.#add(), { class: "main", id: "rule-add" })), this.problem,
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      this.#add();
    };
    this.symmetry = document.createElement("select");
    this.symmetry.id = "symmetry";
    for (const [name, title] of Object.entries(SYMMETRIES)) {
      const option = document.createElement("option");
      option.value = name;
      option.textContent = t(title);
      this.symmetry.append(option);
    }
    this.symmetry.onchange = () => app.show();
    this.rates = document.createElement("input");
    this.rates.type = "checkbox";
    this.rates.id = "rates";
    this.rates.onchange = () => this.judged();
    this.rating = document.createElement("span");
    this.rating.id = "rating";
    this.rating.setAttribute("role", "status");
    const rates = document.createElement("label");
    rates.append(this.rates, t("Rate the puzzle after each change"));
    host.append(
      row(
        button(t("Show the solution"), () => this.#solve()),
        button(t("Fill in the solution"), () => this.#fill()),
        button(t("What is wrong or unnecessary?"), () => app.verdict.diagnose(true)),
        button(t("Entries become givens"), () => app.setGivens(app.game.digits)),
        button(t("Clear"), () => app.setGivens(app.game.board.givens.map(() => 0))),
      ),
      labelled(t("Symmetry of the givens; cells that it lacks are coloured"), this.symmetry),
      row(rates, this.rating),
      heading(t("Rules")), this.list, heading(t("Add a rule")), form,
    );
  }

  offer(choices) {
    this.rules = choices.rules;
    const groups = Object.entries(FAMILIES).map(([family, title]) => {
      const group = document.createElement("optgroup");
      group.label = t(title);
      for (const rule of choices.rules.filter((each) => each.family === family)) {
        const option = document.createElement("option");
        option.value = rule.name;
        option.textContent = rule.name.replaceAll("-", " ");
        group.append(option);
      }
      return group;
    });
    this.rule.replaceChildren(...groups);
    this.rule.value = "killer";
    this.selected();
  }

  /** Compose the line from the rule, the value and the selected cells, in the order of selection. */
  selected() {
    const rule = this.rules?.find((each) => each.name === this.rule.value);
    if (!rule) return;
    this.summary.textContent = `${rule.summary} ${t("Example: {line}", { line: rule.example })}`;
    const { app } = this;
    const cells = app.selection.map((cell) => app.game.board.cells[cell].name).join(" ");
    const needsPlace = rule.fields.some((field) => field.place);
    const value = this.value.value.trim();
    this.line.value = `${rule.name}${value ? ` ${value}` : ""}${needsPlace ? `: ${cells}` : ""}`;
  }

  show() {
    const { app } = this;
    const { board } = app.game;
    if (this.shown === board) return;
    this.shown = board;
    this.list.replaceChildren(...board.rules.map((rule, number) => {
      const item = document.createElement("li");
      const words = button(rule.sentence, () => app.select(rule.cells), { class: "plain" });
      const remove = button("×", () => this.#change({ remove: [number] }), { class: "small", "aria-label": t("Remove {rule}", { rule: rule.line }) });
      item.append(words, remove);
      return item;
    }));
  }

  /** The empty cells whose partner under the chosen symmetry has a given. */
  lacking() {
    const { board } = this.app.game;
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
    this.app.guarded(async () => {
      const found = await this.question.ask("rate", this.app.asked);
      this.rating.textContent = found.words;
    }, (problem) => { this.rating.textContent = problem; });
  }

  #add() {
    return this.#change({ add: [this.line.value] });
  }

  async #change(change) {
    this.problem.textContent = "";
    await this.app.guarded(() => this.app.changeRules(change), (text) => { this.problem.textContent = text; });
  }

  #solve() {
    const { app } = this;
    const solution = app.verdict.answer?.solutions?.[0];
    if (solution) app.showOverlay({ digits: solution });
  }

  #fill() {
    const { app } = this;
    const solution = app.verdict.answer?.solutions?.[0];
    if (solution) app.setGivens(solution);
  }
}

function labelled(text, control) {
  const label = document.createElement("label");
  label.textContent = text;
  label.htmlFor = control.id;
  const made = document.createElement("div");
  made.className = "field";
  made.append(label, control);
  return made;
}

function heading(text) {
  const made = document.createElement("h3");
  made.textContent = text;
  return made;
}

function row(...children) {
  const made = document.createElement("div");
  made.className = "row";
  made.append(...children);
  return made;
}
