// The page: one puzzle, one game, and what the user sees of them.

import { Latest, Refused, ask, isStopped } from "./api.js";
import { bit } from "./bits.js";
import { BoardView } from "./board.js";
import { Dialogs } from "./dialogs.js";
import { make } from "./elements.js";
import { Game } from "./game.js";
import { TOOLS, meaning } from "./keys.js";
import { Keypad, TOOL_WORDS } from "./keypad.js";
import { LearnPanel } from "./learn.js";
import { PlayPanel } from "./play.js";
import { SetPanel } from "./set.js";
import { keep, setting } from "./store.js";
import { ExportPanel } from "./export.js";
import { Verdict } from "./verdict.js";
import { WatchPanel } from "./watch.js";
import { t } from "./words.js";

const $ = (id) => document.getElementById(id);
const TABS = ["play", "set", "learn", "watch", "export"];
const SAVE_AFTER = 800; // milliseconds without a move

export class App {
  constructor() {
    this.view = new BoardView($("board"), {
      point: (cell, how) => this.point(cell, how),
      alike: (cell) => this.selectAlike(cell),
      key: (event) => this.key(event),
    });
    this.selection = [];
    this.tool = "digit";
    this.tab = "play";
    this.isPaused = true;
    this.showsCandidates = false;
    this.trueDigits = null;
    this.hint = null; // {answer, level}
    this.overlay = null; // what a panel shows instead of the game: {digits, layers, tints, words}
    this.tints = new Map();
    this.wrong = new Set(); // found by "check"
    this.ruleClashes = new Map();
    this.setterPast = [];
    this.setterFuture = [];
    this.questions = { clashes: new Latest(), board: new Latest(), hint: new Latest(), true: new Latest() };
    this.verdict = new Verdict($("verdict"), this);
    this.keypad = new Keypad($("pad"), this);
    this.panels = {
      play: new PlayPanel($("panel-play"), this),
      set: new SetPanel($("panel-set"), this),
      learn: new LearnPanel($("panel-learn"), this),
      watch: new WatchPanel($("panel-watch"), this),
      export: new ExportPanel($("panel-export"), this),
    };
    this.dialogs = new Dialogs(this);
    this.#listen();
    setInterval(() => this.#tick(), 1000);
  }

  ready(choices) {
    this.choices = choices;
    this.dialogs.offer(choices);
    this.panels.set.offer(choices);
    this.panels.learn.offer(choices);
    this.panels.export.offer(choices);
    document.documentElement.dataset.ready = "yes";
  }

  #listen() {
    for (const name of TABS) $(`tab-${name}`).onclick = () => this.openTab(name);
    $("tabs").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const name = TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length];
      this.openTab(name);
      $(`tab-${name}`).focus();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#save();
    });
    window.addEventListener("pagehide", () => this.#save());
    document.addEventListener("keydown", (event) => {
      if (event.target === document.body) this.key(event);
    });
  }

  // Puzzles

  async openText(text) {
    await this.guarded(async () => this.openFirst(await ask("open", { text })));
  }

  /** Show the first puzzle of some, or let the user choose. */
  async openFirst(found) {
    if (!found.puzzles.length) {
      this.problem(found.problems[0] ?? t("There is no puzzle in it."));
      if (!this.game) await this.empty();
      return;
    }
    await this.showPuzzle(found.puzzles[0].puzzle);
    const notes = [...found.problems, ...found.remarks];
    if (notes.length) this.problem(notes.join("\n"));
    if (found.puzzles.length > 1) this.dialogs.choose(found);
  }

  async empty(size = 9) {
    const cells = size * size;
    await this.showPuzzle({ puzzle: ".".repeat(cells), size });
    this.openTab("set");
  }

  async showPuzzle(puzzle, name = "") {
    if (this.waiting) this.panels.learn.practice.leave();
    const board = await ask("board", { puzzle });
    this.setterPast = [];
    this.setterFuture = [];
    this.#begin(new Game(board), name);
    this.openTab(this.game.left < board.cells.length ? "play" : this.tab);
  }

  async restore(data) {
    try {
      const board = await ask("board", { puzzle: puzzleOf(data.game) });
      const game = new Game(board);
      game.load(data.game);
      this.#begin(game, data.name ?? "");
      this.openTab(data.tab ?? "play");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.empty();
    }
  }

  // Practice

  /** Show the position of an exercise; the game waits until the practice ends. */
  async beginPractice(exercise) {
    const board = await ask("board", { puzzle: exercise.puzzle });
    const game = new Game(board);
    game.load({ moves: [{ move: "enter", cells: exercise.position }] });
    game.moves = [];
    game.done = 0;
    this.waiting ??= { game: this.game, candidates: this.showsCandidates };
    this.showsCandidates = true;
    this.tool = exercise.places ? "digit" : "corner";
    this.#begin(game);
    this.#showPad();
  }

  endPractice() {
    const { game, candidates } = this.waiting;
    this.waiting = null;
    this.showsCandidates = candidates;
    this.tool = "digit";
    this.#begin(game, game.name);
    this.#showPad();
  }

  #begin(game, name = "") {
    this.game = game;
    this.game.name = name;
    this.view.setBoard(game.board);
    this.selection = [];
    this.isPaused = false;
    this.isFinished = false;
    this.#forget();
    this.keypad.setBoard(game.board);
    $("title").textContent = game.board.title || t("Sudoku");
    this.#showWords();
    this.puzzleChanged();
  }

  #showWords() {
    const { words, uninterpreted } = this.game.board;
    const items = [...words, ...uninterpreted.map((part) => t("not interpreted: {part}", { part }))];
    $("words").replaceChildren(...items.map((text) => make("li", {}, text)));
  }

  /** The givens or rules are new: ask for the verdict, and show everything again. */
  puzzleChanged() {
    this.verdict.ask();
    this.panels.learn.forget();
    this.panels.watch.forget();
    this.changed();
  }

  get asked() {
    return { puzzle: this.game.board.puzzle, givens: this.game.board.givens };
  }

  get position() {
    return { ...this.asked, entries: this.game.entries, crossed: this.game.crossed };
  }

  // Setting

  /** Make the puzzle with these givens, or with the board that the server returned. */
  setGivens(givens) {
    this.#remember();
    this.#replaceBoard({ ...this.game.board, givens });
    this.guarded(async () => {
      const board = await this.questions.board.ask("board", this.asked);
      this.game.board.puzzle = board.puzzle;
      this.saveSoon();
    });
  }

  /** Replace the puzzle, as one step that can be undone. */
  async setPuzzle(puzzle) {
    await this.guarded(async () => {
      const board = await ask("board", { puzzle });
      this.#remember();
      this.#replaceBoard(board);
    });
  }

  async changeRules(change) {
    const board = await ask("change", { ...this.asked, ...change });
    this.#remember();
    this.#replaceBoard(board);
  }

  #remember() {
    this.setterPast.push(this.game.board);
    this.setterFuture = [];
  }

  #replaceBoard(board) {
    const old = this.game;
    this.game = old.movedTo(board);
    if (board.drawing !== old.board.drawing) {
      this.view.setBoard(board);
      this.keypad.setBoard(board);
      this.selection = this.selection.filter((cell) => cell < board.cells.length);
      this.#showWords();
    } else {
      this.view.board = board;
    }
    this.isFinished = false;
    this.#forget();
    this.puzzleChanged();
  }

  // What the user does

  key(event) {
    if (document.querySelector("dialog[open]") || !this.game) return;
    const found = meaning(event, this.game.board.symbols);
    if (!found) return;
    event.preventDefault();
    const [name, ...values] = found;
    const actions = {
      move: (down, across, adds) => {
        const next = this.view.neighbour(this.view.cursor, down, across);
        this.point(next, adds ? "add" : "only");
        this.view.focus(next);
      },
      write: (digit, tool) => this.write(digit, tool || this.tool),
      erase: () => this.erase(),
      undo: () => this.undo(),
      redo: () => this.redo(),
      all: () => this.select([...this.game.board.cells.keys()]),
      escape: () => this.escape(),
      tool: () => this.setTool(TOOLS[(TOOLS.indexOf(this.tool) + 1) % TOOLS.length]),
      keys: () => this.dialogs.keys(),
      settle: () => this.followHint(),
      command: (command) => this.command(command),
    };
    actions[name](...values);
  }

  command(name) {
    if (TOOLS.includes(name)) this.setTool(name);
    else if (name === "candidates") this.toggleCandidates();
    else if (name === "true") this.toggleTrue();
    else if (name === "hint") this.askHint();
    else if (name === "check") this.check();
    else if (name === "pause") this.pause();
  }

  point(cell, how) {
    if (this.tab === "set" && this.panels.set.draft && this.view.isDragging) {
      this.panels.set.drawTo(cell, how);
      return;
    }
    if (how === "only") this.selection = [cell];
    else if (how === "add") this.selection = [...this.selection.filter((other) => other !== cell), cell];
    else if (this.selection.includes(cell)) this.selection = this.selection.filter((other) => other !== cell);
    else this.selection = [...this.selection, cell];
    this.panels.set.selected();
    this.show();
  }

  select(cells) {
    this.selection = cells;
    this.panels.set.selected();
    this.show();
  }

  /** Select every cell with the same digit, or the same colour. */
  selectAlike(cell) {
    const digit = this.game.digit(cell);
    const colour = this.game.written[cell].colour;
    const cells = [...this.game.board.cells.keys()];
    if (digit) this.select(cells.filter((other) => this.game.digit(other) === digit));
    else if (colour) this.select(cells.filter((other) => this.game.written[other].colour === colour));
  }

  setTool(tool) {
    this.tool = tool;
    this.keypad.show();
    this.speak(t(TOOL_WORDS[tool]));
  }

  write(digit, tool) {
    const cells = this.selection.length ? this.selection : [this.view.cursor];
    if (this.overlay) this.showOverlay(null);
    if (this.tab === "set" && this.panels.set.draft) {
      if (digit <= this.game.board.size) this.panels.set.draft.put(cells, digit);
      this.panels.set.regionsChanged();
      return;
    }
    if (this.tab === "set" && tool === "digit") {
      const { givens, size } = this.game.board;
      if (digit > size) return;
      const clear = cells.every((cell) => givens[cell] === digit);
      this.setGivens(givens.map((old, cell) => (cells.includes(cell) ? (clear ? 0 : digit) : old)));
      this.speakCell();
      return;
    }
    if (this.isPaused) return;
    const { game } = this;
    let done;
    if (tool === "digit") done = game.enter(cells, digit);
    else if (tool === "colour") done = digit <= 6 && game.paint(cells, digit);
    else if (this.showsCandidates) done = game.cross(cells, digit);
    else done = game.mark(tool, cells, digit);
    if (done) this.moved();
    else if (tool !== "colour" && cells.every((cell) => game.isGiven(cell))) this.speak(t("A given can't be changed."));
  }

  erase() {
    const cells = this.selection.length ? this.selection : [this.view.cursor];
    if (this.overlay) this.showOverlay(null);
    if (this.tab === "set" && this.panels.set.draft) {
      this.panels.set.draft.put(cells, 0);
      this.panels.set.regionsChanged();
    } else if (this.tab === "set" && cells.some((cell) => this.game.board.givens[cell])) {
      this.setGivens(this.game.board.givens.map((old, cell) => (cells.includes(cell) ? 0 : old)));
    } else if (!this.isPaused && this.game.erase(cells)) {
      this.moved();
    }
  }

  undo() {
    if (this.tab === "set") return this.#travel(this.setterPast, this.setterFuture);
    if (this.game.undo()) this.moved(false);
    return undefined;
  }

  redo() {
    if (this.tab === "set") return this.#travel(this.setterFuture, this.setterPast);
    if (this.game.redo()) this.moved(false);
    return undefined;
  }

  #travel(from, to) {
    if (!from.length) return;
    to.push(this.game.board);
    this.#replaceBoard(from.pop());
  }

  escape() {
    if (this.overlay) this.showOverlay(null);
    else if (this.hint) this.closeHint();
    else this.select([]);
  }

  /** After a move of the player. */
  moved(speaks = true) {
    this.#forget();
    this.changed();
    if (speaks) this.speakCell();
    this.#celebrate();
  }

  #forget() {
    this.hint = null;
    this.wrong = new Set();
    this.tints = new Map();
    this.overlay = null;
    this.trueDigits = null;
    this.questions.hint.stop();
    this.questions.true.stop();
  }

  /** The digits on the board have changed. */
  changed() {
    this.ruleClashes = new Map();
    this.show();
    if (this.game.board.rules.length) {
      this.guarded(async () => {
        const found = await this.questions.clashes.ask("clashes", this.position);
        this.ruleClashes = new Map(found.clashes.map((each) => [each.cell, new Set(each.with)]));
        this.brokenRules = found.rules;
        this.show();
      });
    } else {
      this.brokenRules = [];
    }
    this.saveSoon();
  }

  #celebrate() {
    const { game } = this;
    const solved = game.left === 0 && !this.clashes.size;
    if (!solved || this.waiting || this.isFinished || this.tab === "set") return;
    const solution = this.verdict.solution;
    if (solution && !game.digits.every((digit, cell) => digit === solution[cell])) return;
    this.isFinished = true;
    this.isPaused = true;
    this.panels.play.celebrate();
  }

  get clashes() {
    const found = this.game.clashes;
    for (const [cell, others] of this.ruleClashes) {
      found.set(cell, new Set([...(found.get(cell) ?? []), ...others]));
    }
    return found;
  }

  // Help

  toggleCandidates() {
    this.showsCandidates = !this.showsCandidates;
    this.trueDigits = null;
    this.show();
  }

  async toggleTrue() {
    if (this.trueDigits) {
      this.trueDigits = null;
      this.show();
      return;
    }
    await this.guarded(async () => {
      this.status(t("Looking for the true candidates ..."));
      const found = await this.questions.true.ask("candidates", this.position);
      this.trueDigits = found.digits;
      this.status(found.complete ? t("These are the digits of all solutions.") : t("The time ran out; there may be more digits."));
      this.show();
    });
  }

  async askHint() {
    if (this.hint && this.hint.level < this.hint.answer.levels.length) {
      this.hint.level += 1;
      this.#showHint();
      return;
    }
    if (this.hint) return;
    if (this.tab === "set" || this.tab === "export") this.openTab("play");
    await this.guarded(async () => {
      this.status(t("Looking for the next step ..."));
      const answer = await this.questions.hint.ask("hint", this.position);
      if (!answer.levels) {
        this.wrong = new Set(answer.wrong ?? []);
        this.status(answer.problem || t("The puzzle is solved."));
        this.show();
        return;
      }
      this.hint = { answer, level: 1 };
      this.#showHint();
    });
  }

  #showHint() {
    this.status("");
    this.panels.play.show();
    this.show();
    this.speak(this.hint.answer.levels[this.hint.level - 1]);
  }

  closeHint() {
    this.hint = null;
    this.status("");
    this.show();
  }

  followHint() {
    if (!this.hint) return;
    const { placements, eliminations } = this.hint.answer;
    this.game.follow(placements, eliminations);
    this.moved();
  }

  check() {
    const solution = this.verdict.solution;
    if (!solution) {
      this.status(t("The entries can only be checked if the puzzle has exactly one solution."));
      return;
    }
    const { game } = this;
    const wrong = [...game.board.cells.keys()].filter((cell) => game.digit(cell) && game.digit(cell) !== solution[cell]);
    this.wrong = new Set(wrong);
    const names = wrong.map((cell) => game.board.cells[cell].name).join(", ");
    this.status(wrong.length ? t("Wrong: {cells}", { cells: names }) : t("No mistakes; {left} cells to go.", { left: game.left }));
    this.show();
  }

  pause() {
    if (this.isFinished) return;
    this.isPaused = !this.isPaused;
    $("board").classList.toggle("paused", this.isPaused && this.tab === "play");
    this.panels.play.show();
  }

  // Showing

  /** Show something of a panel on the board, or the game again. */
  showOverlay(overlay) {
    this.overlay = overlay;
    this.show();
  }

  show() {
    if (!this.game) return;
    this.view.show(this.#state());
    this.panels[this.tab].show();
    this.keypad.show();
  }

  #state() {
    const { game, overlay } = this;
    const { board } = game;
    const none = board.cells.map(() => 0);
    const given = board.givens.map((digit) => digit > 0);
    const { draft } = this.panels.set;
    if (draft && this.tab === "set") {
      return {
        digits: board.givens, given, marks: none, corner: draft.numbers.map((number, cell) => (board.givens[cell] || !number ? 0 : bit(number))), centre: none, crossed: none,
        colours: draft.numbers.map((number) => (number ? ((number - 1) % 6) + 1 : 0)), wrong: new Set(), tints: new Map(), selected: new Set(this.selection),
      };
    }
    const hinted = this.hint && this.tab === "play" ? this.#hintLook() : { layers: null, tints: new Map() };
    if (overlay) {
      return {
        digits: overlay.digits, given, marks: overlay.marks ?? none, corner: none, centre: none, colours: none, crossed: none,
        wrong: new Set(), tints: overlay.tints ?? new Map(), selected: new Set(this.selection), layers: overlay.layers,
      };
    }
    const digits = game.digits;
    const shown = hinted.layers?.text ? none : this.#marks();
    const wrong = new Set([...this.clashes.keys(), ...this.wrong]);
    const alike = this.tab === "play" && this.selection.length === 1 ? digits[this.selection[0]] : 0;
    const same = alike ? [...board.cells.keys()].filter((cell) => digits[cell] === alike).map((cell) => [cell, "same"]) : [];
    return {
      digits, given, marks: shown,
      corner: game.written.map((own) => (hinted.layers ? 0 : own.corner)),
      centre: game.written.map((own) => (hinted.layers ? 0 : own.centre)),
      colours: game.written.map((own) => own.colour), crossed: game.crossed, wrong,
      tints: new Map([...same, ...(this.tab === "set" ? this.panels.set.lacking() : []), ...this.tints, ...hinted.tints]), selected: new Set(this.selection), layers: hinted.layers,
    };
  }

  #marks() {
    if (this.trueDigits) {
      return this.trueDigits.map((digits, cell) => (this.game.digit(cell) ? 0 : digits.reduce((set, digit) => set + 2 ** (digit - 1), 0)));
    }
    if (this.showsCandidates) return this.game.candidates;
    const marks = this.game.board.marks;
    return this.game.digits.map((digit, cell) => (digit ? 0 : marks[cell] ?? 0));
  }

  #hintLook() {
    const { answer, level } = this.hint;
    const tints = new Map();
    if (level >= 4) return { layers: answer.layers, tints };
    if (level === 1 || level === 2) {
      for (const house of answer.houses.slice(0, 1)) for (const cell of house) tints.set(cell, "house");
    } else {
      const cells = answer.pattern.length ? answer.pattern : answer.placements.map(([cell]) => cell);
      for (const cell of cells) tints.set(cell, "pattern");
    }
    return { layers: null, tints };
  }

  openTab(name) {
    this.tab = name;
    for (const each of TABS) {
      const open = each === name;
      $(`tab-${each}`).setAttribute("aria-selected", String(open));
      $(`tab-${each}`).tabIndex = open ? 0 : -1;
      $(`panel-${each}`).hidden = !open;
    }
    if (name !== "learn" && this.waiting) this.panels.learn.practice.leave();
    this.#showPad();
    $("board").classList.toggle("paused", this.isPaused && name === "play" && !this.isFinished);
    if (!["learn", "watch"].includes(name)) this.overlay = null;
    this.panels.watch.pause?.();
    if (name !== "set") this.panels.set.dropDraft();
    this.panels.set.selected();
    this.show();
    this.saveSoon();
  }

  #showPad() {
    $("pad").hidden = !["play", "set"].includes(this.tab) && !this.waiting;
  }

  /** A line under the tools. */
  status(text) {
    this.panels.play.say(text);
    if (text) this.speak(text);
  }

  speak(text) {
    $("spoken").textContent = text;
  }

  speakCell() {
    this.speak(this.view.describe(this.#state(), this.view.cursor));
  }

  problem(text) {
    const box = $("problem");
    box.textContent = text;
    box.hidden = !text;
    clearTimeout(this.problemTimer);
    if (text) this.problemTimer = setTimeout(() => { box.hidden = true; }, 12000);
  }

  /** Run something that asks the server; show what it refuses. */
  async guarded(work, show = (text) => this.problem(text)) {
    try {
      return await work();
    } catch (error) {
      if (isStopped(error)) return undefined;
      if (!(error instanceof Refused)) throw error;
      show(error.message);
      return undefined;
    }
  }

  // Time and saving

  #tick() {
    if (!this.game) return;
    const runs = this.tab === "play" && !this.isPaused && !this.isFinished && !document.hidden && this.game.left < this.game.board.cells.length;
    if (runs) this.game.seconds += 1;
    const seconds = Math.floor(this.game.seconds);
    const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (setting("clock") === false) $("clock").textContent = "";
    else if ($("clock").textContent !== shown) $("clock").textContent = shown;
  }

  saveSoon() {
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.#save(true), SAVE_AFTER);
  }

  #save(toFile = false) {
    const game = this.waiting?.game ?? this.game;
    if (!game) return;
    const data = game.data();
    keep({ game: data, name: game.name, tab: this.tab, server: this.server });
    if (!toFile || this.tab === "set" || !game.moves.length) return;
    this.guarded(async () => {
      const { name, finished } = await ask("save", { game: data, name: game.name });
      game.name = finished ? "" : name;
    }, () => {}); // the browser has it too
  }
}

/** The puzzle of a saved game. */
function puzzleOf(data) {
  const { saved, version, seconds, done, moves, ...puzzle } = data;
  return puzzle;
}
