// What the page knows: one puzzle, one game, and what the user sees of them. The parts of the page
// share this one object. It shows nothing and asks nobody.

export class State {
  game = null;
  server = ""; // another one after each start of the server
  tab = "play";
  tool = "digit";
  selection = []; // in the order of selection
  isPaused = true;
  isFinished = false;
  showsCandidates = false;
  trueDigits = null;
  hint = null; // {answer, level}
  overlay = null; // what a panel shows instead of the game: {digits, layers, tints, words}
  tints = new Map();
  wrong = new Set(); // found by "check"
  ruleClashes = new Map();
  brokenRules = [];
  waiting = null; // during practice: {game, candidates}

  get board() {
    return this.game.board;
  }

  /** Whether the board is covered because the game is paused. */
  get isCovered() {
    return this.isPaused && this.tab === "play" && !this.isFinished;
  }

  /** The puzzle, as the server is asked about it. */
  get asked() {
    return { puzzle: this.board.puzzle, givens: this.board.givens };
  }

  /** The puzzle with what the player has done. */
  get position() {
    const last = this.board.cells[this.game.lastEntry]?.name;
    return { ...this.asked, entries: this.game.entries, crossed: this.game.crossed, last };
  }

  /** The cells that clash, each with the others: in houses at once, by rules when the server answers. */
  get clashes() {
    const found = this.game.clashes;
    for (const [cell, others] of this.ruleClashes) {
      found.set(cell, new Set([...(found.get(cell) ?? []), ...others]));
    }
    return found;
  }

  /** Forget what was said about a position that is no longer there. */
  forget() {
    this.hint = null;
    this.wrong = new Set();
    this.tints = new Map();
    this.overlay = null;
    this.trueDigits = null;
  }
}
