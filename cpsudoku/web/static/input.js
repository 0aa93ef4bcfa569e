// What the user does to cells: by keys, by the pointer, and by the keypad.

import { COLOURS } from "./game.js";
import { TOOLS, meaning } from "./keys.js";
import { TOOL_WORDS } from "./keypad.js";
import { speak } from "./messages.js";
import { t } from "./words.js";

const TEXT_FIELDS = "textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=file])";
const PRESSED = ["Enter", " "];

/** Whether a key is for the control that has the focus: every key of a text field, some of the others. */
function belongsToControl({ target, key }) {
  if (target.matches(TEXT_FIELDS)) return true;
  if (target.matches("button, summary, a, [type=checkbox], [type=file]")) return PRESSED.includes(key);
  return target.matches("[type=radio], [type=range]") && (PRESSED.includes(key) || key.startsWith("Arrow"));
}

export class Input {
  constructor(app) {
    this.app = app;
    document.addEventListener("keydown", (event) => {
      if (!event.defaultPrevented && !belongsToControl(event)) this.key(event);
    });
    this.#leaveKeysToBoard();
  }

  /** What the mouse presses or chooses outside a dialog does not keep the focus. */
  #leaveKeysToBoard() {
    const { app } = this;
    let isMouse = false;
    document.addEventListener("mousedown", (event) => {
      isMouse = !event.target.closest("dialog");
      if (!isMouse || !event.target.closest("button, summary")) return;
      event.preventDefault();
      if (document.activeElement.matches(TEXT_FIELDS)) app.view.focus();
    }, true);
    document.addEventListener("keydown", () => { isMouse = false; }, true);
    document.addEventListener("change", ({ target }) => {
      if (isMouse && target.matches("select")) app.view.focus();
    });
  }

  key(event) {
    const { state } = this.app;
    if (document.querySelector("dialog[open]") || !state.game) return;
    const found = meaning(event, state.board.symbols);
    const isPen = state.tab === "set" && this.app.pen.key(event, found ?? [""]);
    if (isPen) event.preventDefault();
    if (!found || isPen !== false) return;
    event.preventDefault();
    const [name, ...values] = found;
    const actions = {
      move: (down, across, adds) => this.#move(down, across, adds),
      write: (digit, tool) => this.write(digit, tool || state.tool),
      erase: () => this.erase(),
      undo: () => this.undo(),
      redo: () => this.redo(),
      all: () => this.select([...state.board.cells.keys()]),
      escape: () => this.#escape(),
      tool: () => this.setTool(TOOLS[(TOOLS.indexOf(state.tool) + 1) % TOOLS.length]),
      keys: () => this.app.dialogs.keys(),
      zoom: (direction) => this.app.view.magnify(direction),
      settle: () => this.app.help.follow(),
      command: (command) => this.#command(command),
    };
    actions[name](...values);
  }

  #command(name) {
    const { help, panels, share } = this.app;
    const actions = {
      candidates: () => help.toggleCandidates(),
      true: () => help.toggleTrue(),
      hint: () => help.ask(),
      check: () => help.check(),
      why: () => help.why.choose(),
      share: () => share.open(),
      pause: () => panels.play.pause(),
    };
    if (TOOLS.includes(name)) this.setTool(name);
    else actions[name]();
  }

  #escape() {
    const { state, help } = this.app;
    if (state.overlay) this.app.showOverlay(null);
    else if (state.hint) help.close();
    else this.select([]);
  }

  // Selecting

  #move(down, across, adds) {
    const { view } = this.app;
    const next = view.neighbour(view.cursor, down, across);
    this.point(next, adds ? "add" : "only");
    view.focus(next);
  }

  /** Point at a cell: it is the only one, one more, or as it was not. */
  point(cell, how) {
    const { state, view, panels, pen } = this.app;
    if (state.tab === "set" && view.isDragging) {
      if (panels.set.draft) {
        panels.set.drawTo(cell, how);
        return;
      }
      if (how === "add" ? pen.drag(cell) : this.#pointWithPen(cell, how)) return;
    }
    const others = state.selection.filter((other) => other !== cell);
    const wasSelected = others.length < state.selection.length;
    if (how === "only") this.select([cell]);
    else this.select(how === "toggle" && wasSelected ? others : [...others, cell]);
  }

  /** Draw, or choose the rule below the cell that is selected already. Returns whether it did. */
  #pointWithPen(cell, how) {
    const { state, pen } = this.app;
    if (pen.begin(cell, how === "toggle")) return true;
    const isAgain = how === "only" && state.selection.length === 1 && state.selection[0] === cell;
    if (isAgain && pen.chooseAt(cell)) return true;
    if (pen.own) pen.drop();
    return false;
  }

  /** The pointer is up. */
  release() {
    this.app.pen.end();
  }

  select(cells) {
    this.app.state.selection = cells;
    this.app.show();
  }

  /** Select every cell with the same digit, or the same colour. */
  selectAlike(cell) {
    const { game } = this.app.state;
    const digit = game.digit(cell);
    const { colour } = game.written[cell];
    const cells = [...game.board.cells.keys()];
    if (this.app.pen.own) return;
    if (digit) this.select(cells.filter((other) => game.digit(other) === digit));
    else if (colour) this.select(cells.filter((other) => game.written[other].colour === colour));
  }

  // Writing

  setTool(tool) {
    this.app.state.tool = tool;
    this.app.keypad.show();
    speak(t(TOOL_WORDS[tool]));
  }

  /** Write a digit with a tool: into a draft of regions, the puzzle, or the game. */
  write(digit, tool) {
    const { state, panels, pen } = this.app;
    const cells = this.#cells();
    if (state.tab === "set" && pen.isTyping) pen.type(state.board.symbols[digit]);
    else if (state.tab === "set" && panels.set.draft) panels.set.putInRegion(cells, digit);
    else if (state.tab === "set" && tool === "digit") this.#give(cells, digit);
    else if (!state.isPaused) this.#play(cells, digit, tool);
  }

  erase() {
    const { state, panels, playing, pen } = this.app;
    const cells = this.#cells();
    if (state.tab === "set" && pen.own) pen.remove();
    else if (state.tab === "set" && panels.set.draft) panels.set.putInRegion(cells, 0);
    else if (state.tab === "set" && cells.some((cell) => state.board.givens[cell])) this.#setGivens(cells, 0);
    else if (!state.isPaused && state.game.erase(cells)) playing.moved();
  }

  undo() {
    this.app.pen.use();
    this.#travel("undo");
  }

  redo() {
    this.#travel("redo");
  }

  /** Undo or redo a move, and say the cell whose digit it changed, wherever the cursor is. */
  #travel(way) {
    const { state, setter, playing, panels } = this.app;
    const travels = state.tab !== "set" ? state.game : panels.set.draft ? panels.set : setter;
    const changes = travels[way]()?.changes;
    if (changes) playing.moved(changes.find(({ before, after }) => before.digit !== after.digit)?.cell);
  }

  /** The cells to write in. What a panel shows on the board gives way to the game. */
  #cells() {
    const { state, view } = this.app;
    if (state.overlay) this.app.showOverlay(null);
    return state.selection.length ? state.selection : [view.cursor];
  }

  /** Make a digit the given of cells, or none where all of them have it. */
  #give(cells, digit) {
    const { givens, size } = this.app.state.board;
    if (digit > size) return;
    this.#setGivens(cells, cells.every((cell) => givens[cell] === digit) ? 0 : digit);
    this.app.speakCell();
  }

  #setGivens(cells, digit) {
    const { givens } = this.app.state.board;
    this.app.setter.givens(givens.map((old, cell) => (cells.includes(cell) ? digit : old)));
  }

  #play(cells, digit, tool) {
    const { state: { game }, playing } = this.app;
    if (this.#makeMove(cells, digit, tool)) playing.moved();
    else if (tool !== "colour" && cells.every((cell) => game.isGiven(cell))) speak(t("A given can't be changed."));
  }

  /** Returns whether the move changed something. While candidates are shown, marks cross them out. */
  #makeMove(cells, digit, tool) {
    const { game, showsCandidates } = this.app.state;
    if (tool === "digit") return this.#enter(cells, digit);
    if (tool === "colour") return digit <= COLOURS && this.#paint(cells, digit);
    return showsCandidates ? game.cross(cells, digit) : game.mark(tool, cells, digit);
  }

  /** Enter a digit, or erase it if all cells have it. */
  #enter(cells, digit) {
    const { game } = this.app.state;
    const own = cells.filter((cell) => !game.isGiven(cell));
    const all = own.every((cell) => game.written[cell].digit === digit);
    return all ? game.erase(own) : game.enter(own, digit);
  }

  /** Paint cells, or remove the colour if all cells have it. */
  #paint(cells, colour) {
    const { game } = this.app.state;
    const all = cells.every((cell) => game.written[cell].colour === colour);
    return game.paint(cells, all ? 0 : colour);
  }
}
