// Drawing the regions of a jigsaw: a drag makes a region, or continues the one that it begins in.

export class RegionsDraft {
  constructor(board) {
    this.board = board;
    this.numbers = board.cells.map(() => 0); // of the region of each cell; 0 is none
    this.present = 1;
    this.past = [];
    this.future = [];
  }

  /** Whether a board has the cells of this one, and its regions. */
  isOn({ cells, size, puzzle }) {
    const { board } = this;
    return cells.length === board.cells.length && size === board.size && String(puzzle.regions) === String(board.puzzle.regions);
  }

  /** A drag begins at a cell, or comes to it. */
  draw(cell, begins) {
    if (begins) this.#keep();
    if (begins) this.present = this.numbers[cell] || this.#free;
    this.numbers[cell] = this.present;
  }

  /** Put cells into the region with a number; 0 takes them out. */
  put(cells, number) {
    this.#keep();
    for (const cell of cells) this.numbers[cell] = number;
  }

  #keep() {
    this.past.push([...this.numbers]);
    this.future = [];
  }

  undo() {
    this.#travel(this.past, this.future);
  }

  redo() {
    this.#travel(this.future, this.past);
  }

  #travel(from, to) {
    if (!from.length) return;
    to.push(this.numbers);
    this.numbers = from.pop();
  }

  count(number) {
    return this.numbers.filter((each) => each === number).length;
  }

  get #free() {
    for (let number = 1; number <= this.board.size; number += 1) if (!this.count(number)) return number;
    return this.present;
  }

  /** The last empty cells are the last region, if they are as many as it needs. */
  complete() {
    if (this.count(0) !== this.board.size) return;
    const last = this.#free;
    this.numbers = this.numbers.map((number) => number || last);
  }

  get isComplete() {
    return Array.from({ length: this.board.size }, (_, at) => this.count(at + 1)).every((count) => count === this.board.size);
  }

  /** The line that describes the board. */
  get line() {
    const rows = Array.from({ length: this.board.height }, () => "");
    this.board.cells.forEach(({ row }, cell) => { rows[row] += String.fromCharCode(64 + this.numbers[cell]); });
    return `regions: ${rows.join("/")}`;
  }
}
