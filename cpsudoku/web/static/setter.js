// Setting a puzzle: every change of its givens or rules is a step that can be undone.

import { Latest, ask } from "./api.js";
import { guarded } from "./messages.js";

export class Setter {
  constructor(app) {
    this.app = app;
    this.question = new Latest();
    this.begin();
  }

  /** There is another puzzle: what was done before can't be undone. */
  begin() {
    this.past = [];
    this.future = [];
  }

  /** Make the puzzle with these givens. */
  givens(givens) {
    const { state, saving } = this.app;
    this.#step({ ...state.board, givens });
    guarded(async () => {
      const board = await this.question.ask("board", state.asked);
      state.board.puzzle = board.puzzle;
      saving.soon();
    });
  }

  /** Set another puzzle. `read` and `photo`: how it was read, if it was read again. */
  async puzzle(puzzle, read = undefined, photo = undefined) {
    await guarded(async () => this.#step({ ...await ask("board", { puzzle }), read, photo }));
  }

  /**
   * Add, remove or change rules; returns the number of the one that is chosen then. Changes with
   * the same word in `merge` are one step. Throws what the server refuses.
   */
  async rules(change, merge = "") {
    const { chosen, ...board } = await ask("change", { ...this.app.state.asked, ...change });
    this.#step(board, merge);
    return chosen;
  }

  undo() {
    this.#travel(this.past, this.future);
  }

  redo() {
    this.#travel(this.future, this.past);
  }

  #step(board, merge = "") {
    if (!merge || merge !== this.merge) this.past.push(this.app.state.board);
    this.merge = merge;
    this.future = [];
    const { read, photo } = this.app.state.board;
    this.app.playing.replaceBoard({ ...board, read: board.read ?? read, photo: board.photo ?? photo });
  }

  #travel(from, to) {
    if (!from.length) return;
    to.push(this.app.state.board);
    this.merge = "";
    this.app.playing.replaceBoard(from.pop());
    this.app.pen.drop();
  }
}
