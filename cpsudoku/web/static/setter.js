// Setting a puzzle: every change of its givens or rules is a step that can be undone.
// A change whose answer is under way never loses another one: rules change in turn, and a change is
// asked about again if givens were typed meanwhile.

import { Latest, ask } from "./api.js";
import { guarded } from "./messages.js";

export class Setter {
  isBusy = false;
  #last = Promise.resolve(); // when all that was begun is done
  #keys = 0;

  constructor(app) {
    this.app = app;
    this.question = new Latest();
    this.begin();
  }

  /** There is another puzzle: what was done before can't be undone, and what waits is forgotten. */
  begin() {
    this.past = [];
    this.future = [];
    this.app.pen?.drop(false);
  }

  /** Do something after all that was begun before it; at once, if that is done. */
  inTurn(work) {
    const { past } = this;
    const run = async () => (past === this.past ? work() : undefined);
    const done = this.isBusy ? this.#last.then(run) : run();
    this.isBusy = true;
    const last = done.catch(() => {}).then(() => { if (this.#last === last) this.isBusy = false; });
    this.#last = last;
    return done;
  }

  /** Make the puzzle with these givens. */
  givens(givens) {
    this.#step({ ...this.app.state.board, givens });
    this.#write();
  }

  /** Have the puzzle of the board written with its givens. */
  #write() {
    const { state, state: { board }, saving } = this.app;
    board.isUnwritten = true;
    guarded(async () => {
      board.puzzle = (await this.question.ask("board", state.asked)).puzzle;
      board.isUnwritten = false;
      saving.soon();
    });
  }

  /** Set another puzzle. `read` and `photo`: how it was read, if it was read again. To be called in turn. */
  puzzle(puzzle, read = undefined, photo = undefined) {
    return guarded(async () => {
      const { past } = this;
      const board = await ask("board", { puzzle });
      if (past === this.past) this.#step({ ...board, read, photo });
    });
  }

  /** The name of a rule that stays when others come, go and change. */
  keyOf(rule) {
    rule.key ??= this.#keys += 1;
    return rule.key;
  }

  numberOf(key) {
    return this.app.state.board.rules.findIndex((rule) => rule.key === key);
  }

  /**
   * Add lines, remove rules or change one of them, each named by its key. Returns the key of the
   * rule that is chosen then. Changes with the same word in `merge` are one step. Throws what the
   * server refuses. To be called in turn.
   */
  async rules({ key, remove = [], ...change }, merge = "") {
    const { state } = this.app;
    const { past } = this;
    for (;;) {
      const before = state.board;
      const gone = remove.map((each) => this.numberOf(each)).filter((number) => number >= 0);
      const number = key === undefined ? {} : { number: this.numberOf(key) };
      if (number.number < 0 || gone.length < remove.length) return null; // it was removed meanwhile
      const { chosen, ...board } = await ask("change", { ...state.asked, ...change, ...number, remove: gone });
      if (past !== this.past) return null;
      if (before !== state.board) continue;
      const kept = before.rules.filter((_, each) => !gone.includes(each));
      board.rules.forEach((rule, each) => { rule.key = kept[each] && this.keyOf(kept[each]); });
      this.#step(board, merge);
      return chosen === null ? null : this.keyOf(board.rules[chosen]);
    }
  }

  undo() {
    return this.inTurn(() => this.#travel(this.past, this.future));
  }

  redo() {
    return this.inTurn(() => this.#travel(this.future, this.past));
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
    this.app.pen.drop(false);
    if (this.app.state.board.isUnwritten) this.#write();
  }
}
