// The game on the table: it begins, it changes, it is solved.

import { Latest } from "./api.js";
import { $, make } from "./elements.js";
import { guarded, problem, status } from "./messages.js";
import { t } from "./words.js";

export class Playing {
  constructor(app) {
    this.app = app;
    this.question = new Latest();
  }

  begin(game, name = "") {
    const { state, view, keypad } = this.app;
    problem(""); // it was about another puzzle
    state.game = game;
    game.name = name;
    view.setBoard(game.board);
    state.selection = [];
    state.isPaused = false;
    state.isFinished = false;
    this.#forget();
    keypad.setBoard(game.board);
    $("title").textContent = game.board.title || t("Sudoku");
    this.#showWords();
    this.puzzleChanged();
  }

  /** Put another board under the game: its givens or rules have changed. */
  replaceBoard(board) {
    const { state, view, keypad } = this.app;
    const old = state.board;
    state.game = state.game.movedTo(board);
    if (board.drawing !== old.drawing) {
      view.setBoard(board);
      keypad.setBoard(board);
      state.selection = state.selection.filter((cell) => cell < board.cells.length);
    } else {
      view.board = board;
    }
    this.#showWords();
    state.isFinished = false;
    this.#forget();
    this.puzzleChanged();
  }

  #showWords() {
    const { readings, state: { board } } = this.app;
    readings.show(board);
    const items = [...board.words, ...readings.notShown(board.uninterpreted).map(([, part]) => t("not interpreted: {part}", { part }))];
    $("words").replaceChildren(...items.map((text) => make("li", {}, text)));
  }

  /** The givens or rules are new: ask for the verdict, and show everything again. */
  puzzleChanged() {
    const { verdict, panels } = this.app;
    verdict.ask();
    panels.learn.forget();
    panels.watch.forget();
    this.changed();
  }

  /** After a move of the player. A cell that it changed is said, by default that of the cursor. */
  moved(cell) {
    this.#forget();
    this.changed();
    this.app.speakCell(cell);
    this.#celebrate();
  }

  #forget() {
    status("");
    this.app.state.forget();
    this.app.help.stop();
  }

  /** The digits on the board have changed. */
  changed() {
    const { state, saving } = this.app;
    state.ruleClashes = new Map();
    this.app.show();
    if (state.board.rules.length) this.clashing = this.#askForClashes();
    else {
      this.question.stop();
      state.brokenRules = [];
    }
    saving.soon();
  }

  #askForClashes() {
    const { state } = this.app;
    return guarded(async () => {
      const found = await this.question.ask("clashes", state.position);
      state.ruleClashes = new Map(found.clashes.map((each) => [each.cell, new Set(each.with)]));
      state.brokenRules = found.rules;
      this.app.show();
    });
  }

  /** The last digit is written: the game is solved unless the verdict or a rule, once they are known, are against it. */
  async #celebrate() {
    const { state, verdict, finish } = this.app;
    const { game } = state;
    if (game.left || state.clashes.size || state.waiting || state.isFinished || state.tab === "set") return;
    const { done } = game;
    if (game.board.rules.length) await Promise.all([this.clashing, verdict.given()]);
    const { solution } = verdict;
    if (game !== state.game || game.done !== done || state.clashes.size || state.brokenRules.length) return;
    if (solution && !game.digits.every((digit, cell) => digit === solution[cell])) return;
    state.isFinished = true;
    state.isPaused = true;
    finish.begin();
  }
}
