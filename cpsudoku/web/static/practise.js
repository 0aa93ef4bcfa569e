// Practice: positions in which a chosen technique is the next step. The learner writes the digit, or
// crosses out the candidates, that it settles. The game of the page waits meanwhile.

import { Latest } from "./api.js";
import { digitsOf, without } from "./bits.js";
import { button, choice, make, offer, row } from "./elements.js";
import { Game } from "./game.js";
import { guarded, patiently } from "./messages.js";
import { n, t } from "./words.js";

const OUTCOMES = { right: n("Right."), partly: n("Not yet complete."), other: n("Another step."), wrong: n("Wrong.") };

export class Practice {
  constructor(app) {
    this.app = app;
    this.question = new Latest();
    this.exercise = null;
    this.solved = this.tried = 0;
    this.technique = choice([], { "aria-label": t("Technique"), id: "practise-technique" });
    this.line = make("p", { role: "status", id: "practise-line" });
    this.said = make("p", { "aria-live": "polite", id: "practise-said" });
    this.answers = row(
      button(t("Check my answer"), () => this.check(), { class: "main", id: "practise-check" }),
      button(t("Hint"), () => this.#hint(), { id: "practise-hint" }),
      button(t("Show the step"), () => this.#show(), { id: "practise-show" }),
      button(t("Start again"), () => this.#reset()),
      button(t("Next exercise"), () => this.start(), { id: "practise-next" }),
      button(t("Back to my puzzle"), () => this.leave(), { id: "practise-leave" }),
    );
    this.host = make("div", {}, row(this.technique, button(t("Practise it"), () => this.start(), { id: "practise-start" })), this.line, this.said, this.answers);
    this.answers.hidden = true;
  }

  offer(choices) {
    offer(this.technique, choices.techniques.map(({ name, title }) => [name, title]));
  }

  async start() {
    this.said.textContent = "";
    await patiently(this.line, this.question, t("Looking for an exercise ..."), async () => {
      const exercise = await this.question.ask("practise", { technique: this.technique.value });
      const board = await this.question.ask("board", { puzzle: exercise.puzzle });
      this.exercise = { ...exercise, board };
      this.level = 0;
      this.isDone = false;
      this.#begin();
      this.answers.hidden = false;
      this.line.textContent = `${exercise.task} ${t("Write a digit, or cross out candidates with the tool for corner marks.")}`;
    }, (problem) => { this.line.textContent = problem; });
  }

  /** Show the position of the exercise. */
  #begin() {
    const { state, playing, tabs } = this.app;
    const { board, position, places } = this.exercise;
    const game = new Game(board);
    game.load({ moves: [{ move: "enter", cells: position }] });
    game.moves = [];
    game.done = 0;
    state.waiting ??= { game: state.game, candidates: state.showsCandidates };
    state.showsCandidates = true;
    state.tool = places ? "digit" : "corner";
    playing.begin(game);
    tabs.showPad();
  }

  /** The digits written and the candidates crossed out since the beginning, as [cell, digit]. */
  get #answer() {
    const { game } = this.app.state;
    const { entries, crossed } = this.exercise;
    const placements = [];
    const eliminations = [];
    game.written.forEach((own, cell) => {
      if (own.digit && !entries[cell]) placements.push([cell, own.digit]);
      let out = own.crossed;
      for (const digit of digitsOf(crossed[cell])) out = without(out, digit);
      for (const digit of digitsOf(out)) eliminations.push([cell, digit]);
    });
    return { placements, eliminations };
  }

  async check() {
    const { app, exercise } = this;
    await guarded(async () => {
      const { technique, puzzle, entries, crossed } = exercise;
      const found = await this.question.ask("attempt", { technique, puzzle, entries, crossed, ...this.#answer });
      this.#say(found.outcome, found.text);
      if (found.outcome === "right") {
        this.#count(true);
        app.showOverlay({ digits: exercise.digits, layers: found.layers });
      } else if (found.outcome === "wrong") {
        const answer = this.#answer;
        app.state.tints = new Map([...answer.placements, ...answer.eliminations].map(([cell]) => [cell, "conflict"]));
        app.show();
      }
    }, (problem) => { this.said.textContent = problem; });
  }

  #say(outcome, text) {
    const words = t(OUTCOMES[outcome]);
    this.said.replaceChildren(make("b", { class: `outcome ${outcome}` }, words), ` ${text}`);
  }

  #count(solved) {
    if (this.isDone) return;
    this.isDone = true;
    this.tried += 1;
    this.solved += solved ? 1 : 0;
    this.line.textContent = `${this.exercise.task} ${t("{solved} of {tried} solved.", { solved: this.solved, tried: this.tried })}`;
  }

  #hint() {
    const { hints } = this.exercise;
    this.said.textContent = hints[Math.min(this.level, hints.length - 1)];
    this.level += 1;
  }

  #show() {
    const { exercise } = this;
    this.#count(false);
    this.said.textContent = exercise.text;
    this.app.showOverlay({ digits: exercise.digits, layers: exercise.layers });
  }

  #reset() {
    this.#begin();
    this.said.textContent = "";
  }

  leave() {
    this.question.stop();
    if (!this.app.state.waiting) return;
    this.exercise = null;
    this.answers.hidden = true;
    this.line.textContent = this.said.textContent = "";
    this.#end();
  }

  /** Go back to the game that waits. */
  #end() {
    const { state, playing, tabs } = this.app;
    const { game, candidates } = state.waiting;
    state.waiting = null;
    state.showsCandidates = candidates;
    state.tool = "digit";
    playing.begin(game, game.name);
    tabs.showPad();
  }
}
