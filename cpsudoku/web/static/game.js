// A game is a puzzle and its moves. The state of the board follows from them.
// `data()` is the saved game that `cpsudoku play --resume` reads.
// `cpsudoku/play/game.py` has the same rules of play; `tests/game_cases.py` is run against both.

import { bit, digitsOf, has, setOf, toggled, without } from "./bits.js";

export const COLOURS = 6;
const KINDS = ["corner", "centre", "crossed"];
const NOTHING = Object.freeze({ digit: 0, corner: 0, centre: 0, crossed: 0, colour: 0 });
const same = (one, other) => Object.keys(NOTHING).every((key) => one[key] === other[key]);

export class Game {
  constructor(board) {
    this.board = board;
    this.written = board.cells.map(() => NOTHING);
    this.moves = []; // each: {move, changes: [{cell, before, after}]}
    this.done = 0;
    this.seconds = 0;
    this.name = ""; // of its file
    this.hints = 0; // that were shown
  }

  // The state

  isGiven(cell) {
    return this.board.givens[cell] > 0;
  }

  digit(cell) {
    return this.board.givens[cell] || this.written[cell].digit;
  }

  get digits() {
    return this.written.map((own, cell) => this.board.givens[cell] || own.digit);
  }

  get entries() {
    return this.written.map((own) => own.digit);
  }

  get crossed() {
    return this.written.map((own) => own.crossed);
  }

  get left() {
    return this.digits.filter((digit) => !digit).length;
  }

  /** The digits that no peer of an empty cell has, without those crossed out. */
  get candidates() {
    const digits = this.digits;
    const all = 2 ** this.board.size - 1;
    return digits.map((digit, cell) => {
      if (digit) return 0;
      let set = this.board.marks[cell] ?? all;
      for (const peer of this.board.peers[cell]) {
        if (digits[peer]) set = without(set, digits[peer]);
      }
      for (const crossed of digitsOf(this.written[cell].crossed)) set = without(set, crossed);
      return set;
    });
  }

  /** The digits that are twice in a house: each cell, with the cells it clashes with. */
  get clashes() {
    const digits = this.digits;
    const found = new Map();
    for (const house of this.board.houses) {
      const places = new Map();
      for (const cell of house.cells) {
        if (!digits[cell]) continue;
        if (!places.has(digits[cell])) places.set(digits[cell], []);
        places.get(digits[cell]).push(cell);
      }
      for (const cells of places.values()) {
        if (cells.length < 2) continue;
        for (const cell of cells) {
          if (!found.has(cell)) found.set(cell, new Set());
          for (const other of cells) if (other !== cell) found.get(cell).add(other);
        }
      }
    }
    return found;
  }

  /** The cells whose entry differs from the solution. */
  mistakes(solution) {
    return [...this.entries.keys()].filter((cell) => this.written[cell].digit && this.written[cell].digit !== solution[cell]);
  }

  // Moves. Each returns whether it changed something.

  enter(cells, digit) {
    const own = cells.filter((cell) => !this.isGiven(cell));
    return this.#make("enter", this.#entering(own.map((cell) => [cell, digit])));
  }

  mark(kind, cells, digit) {
    const chosen = cells.filter((cell) => !this.digit(cell));
    const all = chosen.every((cell) => has(this.written[cell][kind], digit));
    const turned = all ? chosen : chosen.filter((cell) => !has(this.written[cell][kind], digit));
    const after = new Map();
    for (const cell of turned) {
      const own = this.written[cell];
      after.set(cell, { ...own, [kind]: toggled(own[kind], digit) });
    }
    return this.#make(kind, after);
  }

  /** Cross out a candidate, or take it back where all of the cells have it crossed out. */
  cross(cells, digit) {
    const candidates = this.candidates;
    const chosen = cells.filter((cell) => has(candidates[cell], digit) || (!this.digit(cell) && has(this.written[cell].crossed, digit)));
    return this.mark("crossed", chosen, digit);
  }

  paint(cells, colour) {
    return this.#make("colour", new Map(cells.map((cell) => [cell, { ...this.written[cell], colour }])));
  }

  erase(cells) {
    const after = new Map();
    for (const cell of cells) {
      if (this.isGiven(cell)) continue;
      const own = this.written[cell];
      after.set(cell, own.digit ? { ...own, digit: 0 } : { ...NOTHING, colour: own.colour });
    }
    return this.#make("erase", after);
  }

  /** Enter the digits of a hint and cross out its candidates, as one move. */
  follow(placements, eliminations) {
    const after = this.#entering(placements);
    for (const [cell, digit] of eliminations) {
      const own = after.get(cell) ?? this.written[cell];
      after.set(cell, {
        ...own,
        corner: without(own.corner, digit),
        centre: without(own.centre, digit),
        crossed: has(own.crossed, digit) ? own.crossed : own.crossed + bit(digit),
      });
    }
    return this.#make("hint", after);
  }

  fill(digits) {
    const empty = digits.map((digit, cell) => [cell, digit]).filter(([cell]) => !this.isGiven(cell));
    return this.#make("solve", this.#entering(empty));
  }

  /** Enter digits that were read, as one move. 0 is none. */
  copy(digits) {
    const read = digits.map((digit, cell) => [cell, digit]).filter(([cell, digit]) => digit && !this.digit(cell));
    return this.#make("enter", this.#entering(read));
  }

  undo() {
    if (!this.done) return null;
    this.done -= 1;
    const move = this.moves[this.done];
    for (const { cell, before } of move.changes) this.written[cell] = before;
    return move;
  }

  redo() {
    if (this.done === this.moves.length) return null;
    const move = this.moves[this.done];
    this.done += 1;
    for (const { cell, after } of move.changes) this.written[cell] = after;
    return move;
  }

  /** The cell with an entry that was changed last, of those that still hold it, or undefined. */
  get lastEntry() {
    const changes = this.moves.slice(0, this.done).flatMap((move) => move.changes);
    return changes.filter(({ cell, after: { digit } }) => digit && digit === this.digit(cell)).at(-1)?.cell;
  }

  #entering(placements) {
    const after = new Map();
    for (const [cell, digit] of placements) {
      after.set(cell, { ...(after.get(cell) ?? this.written[cell]), digit });
      for (const peer of this.board.peers[cell]) {
        const own = after.get(peer) ?? this.written[peer];
        if (has(own.corner, digit) || has(own.centre, digit)) {
          after.set(peer, { ...own, corner: without(own.corner, digit), centre: without(own.centre, digit) });
        }
      }
    }
    return after;
  }

  #make(move, after) {
    const changes = [];
    for (const [cell, own] of [...after].sort(([one], [other]) => one - other)) {
      if (!same(own, this.written[cell])) changes.push({ cell, before: this.written[cell], after: own });
    }
    if (!changes.length) return false;
    this.moves.length = this.done;
    this.moves.push({ move, changes });
    this.redo();
    return true;
  }

  // Saved games

  data() {
    return {
      saved: "cpsudoku game",
      version: 1,
      ...this.board.puzzle,
      seconds: Math.round(this.seconds * 1000) / 1000,
      done: this.done,
      moves: this.moves.map(({ move, changes }) => ({
        move,
        cells: Object.fromEntries(changes.map(({ cell, after }) => [this.board.cells[cell].name, written(after)])),
      })),
    };
  }

  /** Make the moves of a saved game. */
  load(data) {
    const cellOf = new Map(this.board.cells.map(({ name }, cell) => [name, cell]));
    for (const { move, cells } of data.moves ?? []) {
      const after = new Map();
      for (const [name, own] of Object.entries(cells)) {
        if (cellOf.has(name)) after.set(cellOf.get(name), read(own));
      }
      this.#make(move, after);
    }
    while (this.done > (data.done ?? this.done)) this.undo();
    this.seconds = data.seconds ?? 0;
  }

  /** The same entries and marks on a board whose givens or rules have changed, as one move. */
  movedTo(board) {
    const game = new Game(board);
    game.seconds = this.seconds;
    game.hints = this.hints;
    const after = new Map();
    if (board.cells.length === this.board.cells.length && board.size === this.board.size) {
      this.written.forEach((own, cell) => {
        after.set(cell, board.givens[cell] ? { ...NOTHING, colour: own.colour } : own);
      });
    }
    game.#make("enter", after);
    return game;
  }
}

function written(own) {
  const data = own.digit ? { digit: own.digit } : {};
  for (const kind of KINDS) if (own[kind]) data[kind] = digitsOf(own[kind]);
  return own.colour ? { ...data, colour: own.colour } : data;
}

function read(data) {
  const own = { ...NOTHING, digit: data.digit ?? 0, colour: data.colour ?? 0 };
  for (const kind of KINDS) own[kind] = setOf(data[kind] ?? []);
  return own;
}
