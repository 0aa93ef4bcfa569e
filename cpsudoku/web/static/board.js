// The board on the screen: an SVG drawing, and over it a grid of cells for the keyboard, the
// pointer and screen readers. The drawing of lines and rules comes from the server.

import { digitsOf } from "./bits.js";
import { button, make } from "./elements.js";
import { inWords } from "./outside.js";
import { t } from "./words.js";
import { Zoom } from "./zoom.js";

const SVG = "http://www.w3.org/2000/svg";
const BASE = 0.36; // of the size of a text: from its middle down to its base line
const CORNERS = [[0.17, 0.19], [0.83, 0.19], [0.17, 0.83], [0.83, 0.83], [0.5, 0.19], [0.5, 0.83], [0.17, 0.5], [0.83, 0.5]]; // of the room

function element(name, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

/** A small picture of a position with the layers of a step. */
export function pictureOf({ drawing, cells, givens, symbols }, { digits, layers }) {
  const { origin, cell: side, width, height } = drawing;
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", "text-anchor": "middle" });
  const part = (html) => {
    const made = element("g");
    made.innerHTML = html ?? "";
    svg.append(made);
  };
  [layers.ground, drawing.below, layers.shapes, layers.text].forEach(part);
  cells.forEach(({ row, column }, cell) => {
    const x = origin[0] + (column + 0.5) * side;
    const y = origin[1] + (row + 0.5 + 0.62 * BASE) * side;
    const name = givens[cell] ? "given" : "entry";
    if (digits[cell]) svg.append(element("text", { x, y, "font-size": 0.62 * side, class: name }, symbols[digits[cell]]));
  });
  [drawing.lines, drawing.above, layers.links, layers.front].forEach(part);
  return svg;
}

export class BoardView {
  /** `host` is the element that holds the board; `act` receives what the user does to cells. */
  constructor(host, act) {
    this.host = host;
    this.act = act;
    this.board = null;
    this.cursor = 0;
    this.zoom = new Zoom(host);
    this.#listen();
  }

  /** Show another board, still without digits. */
  setBoard(board) {
    this.board = board;
    this.drawn = board.cells.map(() => "");
    this.at = new Map(board.cells.map(({ row, column }, cell) => [`${row},${column}`, cell]));
    const { drawing } = board;
    const svg = element("svg", {
      viewBox: `0 0 ${drawing.width} ${drawing.height}`,
      "aria-hidden": "true",
      "text-anchor": "middle",
    });
    const group = (name, html = "") => {
      const made = element("g", { class: name });
      made.innerHTML = html;
      svg.append(made);
      return made;
    };
    const layer = {};
    layer.paper = group("paper");
    for (const cell of board.cells.keys()) {
      const [x, y] = this.#corner(cell);
      layer.paper.append(element("rect", { x, y, width: drawing.cell, height: drawing.cell, class: "paper-cell" }));
    }
    layer.colours = group("colours");
    layer.tints = group("tints");
    layer.ground = group("hint-ground");
    layer.rules = group("rules", drawing.below);
    layer.selected = group("selected");
    layer.shapes = group("hint-shapes");
    layer.cells = group("cells");
    layer.lines = group("lines", drawing.lines);
    layer.above = group("above", drawing.above);
    layer.front = group("hint-front");
    layer.red = group("red");
    layer.draft = group("draft");
    for (const { row, column } of board.cells) {
      const group = element("g");
      group.style.setProperty("--turn", row + column);
      layer.cells.append(group);
    }
    this.layer = layer;
    this.grid = this.#gridOfCells();
    const hadFocus = document.activeElement?.closest("#grid");
    const old = this.host.querySelector("svg");
    const isLike = old?.getAttribute("viewBox") === svg.getAttribute("viewBox");
    for (const each of this.host.querySelectorAll("svg, #grid")) each.remove();
    this.host.prepend(svg, this.grid);
    if (!isLike) this.zoom.reset();
    this.host.classList.remove("ringed");
    this.host.parentElement.style.setProperty("--across", drawing.width / drawing.height);
    this.cursor = Math.min(this.cursor, board.cells.length - 1);
    if (hadFocus) this.cellElements[this.cursor].focus({ preventScroll: true });
  }

  /** Offer places outside the board; a click on one chooses a line of cells that it sees. */
  showPlaces(places, choose) {
    this.host.querySelector("#places")?.remove();
    this.host.classList.toggle("ringed", places.length > 0);
    if (!places.length) return;
    const { origin, cell: side, width, height } = this.board.drawing;
    const buttons = places.map(({ row, column, lines }) => {
      let next = 0;
      const place = button(lines[0].arrow, () => {
        const line = lines[next % lines.length];
        next += 1;
        buttons.forEach((each) => each.setAttribute("aria-pressed", String(each === place)));
        place.textContent = line.arrow;
        choose(line);
      }, { "aria-label": inWords(this.board, lines[0]), "aria-pressed": "false" });
      place.style.left = `${(100 * (origin[0] + column * side)) / width}%`;
      place.style.top = `${(100 * (origin[1] + row * side)) / height}%`;
      place.style.width = `${(100 * side) / width}%`;
      place.style.height = `${(100 * side) / height}%`;
      return place;
    });
    this.host.append(make("div", { id: "places", role: "group", "aria-label": t("Outside clues") }, ...buttons));
  }

  /** Show rules that contradict each other in red. */
  showRed(html) {
    this.layer.red.innerHTML = html;
  }

  /** Show a rule that is being drawn. */
  showDraft(html) {
    this.layer.draft.innerHTML = html;
  }

  /** Frame the cells of the rule that is chosen. */
  frame(cells) {
    const { cell: side } = this.board.drawing;
    const frames = cells.map((cell) => {
      const [x, y] = this.#corner(cell);
      return element("rect", { x, y, width: side, height: side, class: "chosen" });
    });
    this.layer.draft.replaceChildren(...frames);
  }

  /** Put a field at the first of some cells, or outside the board in front of it. */
  putBeside(field, cells, isOutside) {
    const { origin, cell: side, width, height } = this.board.drawing;
    const [first, next] = [cells[0] ?? 0, cells[1]].map((cell) => this.board.cells[cell]);
    const [down, across] = isOutside && next ? [first.row - next.row, first.column - next.column] : [0, 0];
    field.style.left = `${Math.max(0, (100 * (origin[0] + (first.column + across) * side)) / width)}%`;
    field.style.top = `${Math.max(0, (100 * (origin[1] + (first.row + down) * side)) / height)}%`;
    if (field.parentElement.parentElement !== this.host) this.host.append(field.parentElement); // else it would lose the focus
  }

  #corner(cell) {
    const { row, column } = this.board.cells[cell];
    const { origin, cell: side } = this.board.drawing;
    return [origin[0] + column * side, origin[1] + row * side];
  }

  #gridOfCells() {
    const { drawing, cells, height, width } = this.board;
    const grid = document.createElement("div");
    grid.id = "grid";
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", t("Sudoku"));
    grid.setAttribute("aria-rowcount", height);
    grid.setAttribute("aria-colcount", width);
    grid.setAttribute("aria-multiselectable", "true");
    const rows = new Map();
    this.cellElements = cells.map(({ row, column, name }, cell) => {
      if (!rows.has(row)) {
        const line = document.createElement("div");
        line.setAttribute("role", "row");
        line.setAttribute("aria-rowindex", row + 1);
        rows.set(row, line);
        grid.append(line);
      }
      const [x, y] = this.#corner(cell);
      const made = document.createElement("div");
      made.setAttribute("role", "gridcell");
      made.setAttribute("aria-colindex", column + 1);
      made.id = name;
      made.tabIndex = cell === this.cursor ? 0 : -1;
      made.style.left = `${(100 * x) / drawing.width}%`;
      made.style.top = `${(100 * y) / drawing.height}%`;
      made.style.width = `${(100 * drawing.cell) / drawing.width}%`;
      made.style.height = `${(100 * drawing.cell) / drawing.height}%`;
      rows.get(row).append(made);
      return made;
    });
    return grid;
  }

  // Input

  #listen() {
    let dragging = null;
    const drag = (found) => {
      dragging = found;
      this.isDragging = Boolean(found);
    };
    const cellAt = (event) => {
      const box = this.grid.getBoundingClientRect();
      const { drawing } = this.board;
      const x = ((event.clientX - box.left) / box.width) * drawing.width - drawing.origin[0];
      const y = ((event.clientY - box.top) / box.height) * drawing.height - drawing.origin[1];
      const [column, row] = [x / drawing.cell, y / drawing.cell];
      const cell = this.at.get(`${Math.floor(row)},${Math.floor(column)}`);
      // A drag through a corner must not select the neighbours: only the middle of a cell counts.
      const isNearMiddle = Math.hypot(column - Math.floor(column) - 0.5, row - Math.floor(row) - 0.5) < 0.47;
      return [cell, isNearMiddle];
    };
    this.host.addEventListener("pointerdown", (event) => {
      if (this.zoom.touches.size > 1) {
        drag(null);
        return;
      }
      const [cell] = cellAt(event);
      if (cell === undefined || event.button > 0 || event.target.closest("#places, input")) return;
      event.preventDefault();
      this.host.setPointerCapture?.(event.pointerId);
      const adds = event.shiftKey || event.ctrlKey || event.metaKey;
      drag({ last: cell, pointer: event.pointerId });
      this.act.point(cell, adds ? "toggle" : "only");
      this.focus(cell);
    });
    this.host.addEventListener("pointermove", (event) => {
      if (dragging?.pointer !== event.pointerId) return;
      const [cell, isNearMiddle] = cellAt(event);
      if (cell === undefined || cell === dragging.last || !isNearMiddle) return;
      dragging.last = cell;
      this.act.point(cell, "add");
      this.focus(cell);
    });
    const end = () => {
      if (dragging) this.act.release();
      drag(null);
    };
    this.host.addEventListener("pointerup", end);
    this.host.addEventListener("pointercancel", end);
    this.host.addEventListener("dblclick", () => this.act.selectAlike(this.cursor));
    this.host.addEventListener("focusin", (event) => {
      const cell = this.cellElements.indexOf(event.target);
      if (cell >= 0 && cell !== this.cursor) this.#setCursor(cell);
    });
  }

  /** A wave through the digits, unless the system asks for less motion. */
  celebrate() {
    this.host.classList.add("finished");
    setTimeout(() => this.host.classList.remove("finished"), 3000);
  }

  #setCursor(cell) {
    this.cellElements[this.cursor].tabIndex = -1;
    this.cursor = cell;
    this.cellElements[cell].tabIndex = 0;
  }

  focus(cell = this.cursor) {
    this.#setCursor(cell);
    this.cellElements[cell].focus({ preventScroll: true });
    if (!this.isDragging) this.zoom.reveal(this.cellElements[cell].getBoundingClientRect());
  }

  /** Show the cursor from closer, or from further away. */
  magnify(direction) {
    this.zoom.step(direction, this.cellElements[this.cursor]);
  }

  /** The next cell in a direction, around the edge and across gaps. */
  neighbour(cell, down, across) {
    let { row, column } = this.board.cells[cell];
    const { height, width } = this.board;
    for (let step = 0; step < height * width; step += 1) {
      row = (row + down + height) % height;
      column = (column + across + width) % width;
      const next = this.at.get(`${row},${column}`);
      if (next !== undefined) return next;
    }
    return cell;
  }

  // Drawing

  /** Show the content of every cell. Only cells that have changed are drawn again. */
  show(view) {
    for (const cell of this.board.cells.keys()) {
      const key = JSON.stringify([
        view.digits[cell], view.given[cell], view.marks[cell], view.corner[cell], view.centre[cell],
        view.wrong.has(cell), view.crossed[cell],
      ]);
      if (key === this.drawn[cell]) continue;
      this.drawn[cell] = key;
      this.layer.cells.children[cell].replaceChildren(...this.#content(view, cell));
    }
    this.#fill(this.layer.colours, view.colours.entries(), (colour) => colour && `colour colour-${colour}`);
    this.#fill(this.layer.tints, view.tints, (name) => `tint-${name}`);
    this.#fill(this.layer.selected, [...view.selected].map((cell) => [cell, true]), () => "selected-cell");
    const layers = view.layers ?? {};
    this.layer.ground.innerHTML = layers.ground ?? "";
    this.layer.shapes.innerHTML = (layers.shapes ?? "") + (layers.text ?? "");
    this.layer.front.innerHTML = (layers.links ?? "") + (layers.front ?? "");
    this.#describe(view);
  }

  #fill(group, cells, classOf) {
    const made = [];
    const side = this.board.drawing.cell;
    for (const [cell, value] of cells) {
      const name = classOf(value);
      if (!name) continue;
      const [x, y] = this.#corner(cell);
      made.push(element("rect", { x, y, width: side, height: side, class: name }));
    }
    group.replaceChildren(...made);
  }

  #content(view, cell) {
    const { drawing, symbols } = this.board;
    const side = drawing.cell;
    const [x, y] = this.#corner(cell);
    const made = [];
    const write = (text, column, row, size, name) => {
      made.push(element("text", { x: x + column * side, y: y + row * side + BASE * size, "font-size": size, class: name }, text));
    };
    const digit = view.digits[cell];
    if (digit) {
      const wrong = view.wrong.has(cell);
      const name = view.given[cell] ? "given" : "entry";
      write(symbols[digit], 0.5, 0.5, 0.62 * side, wrong ? `${name} wrong` : name);
      if (wrong) { // not by colour alone
        made.push(element("path", { d: `M${x + side * 0.14} ${y + side * 0.88}h${side * 0.72}`, class: "wrong-line" }));
      }
      return made;
    }
    const [columns, rows] = drawing.slots;
    const [left, top, room] = drawing.room;
    for (const mark of digitsOf(view.marks[cell])) {
      const place = mark - 1;
      const column = left + ((place % columns) + 0.5) * (room / columns);
      const row = top + (Math.floor(place / columns) + 0.5) * (room / rows);
      write(symbols[mark], column, row, (0.72 * side * room) / columns, "mark");
    }
    const corner = digitsOf(view.corner[cell]);
    corner.forEach((mark, number) => {
      const [column, row] = CORNERS[number] ?? CORNERS[CORNERS.length - 1];
      if (number < CORNERS.length) write(symbols[mark], left + column * room, top + row * room, (0.1 + 0.15 * room) * side, "pencil");
    });
    const centre = digitsOf(view.centre[cell]).map((mark) => symbols[mark]).join("");
    if (centre) write(centre, 0.5, 0.5, Math.min(0.3, 1.5 / centre.length) * side, "pencil");
    return made;
  }

  #describe(view) {
    this.cellElements.forEach((made, cell) => {
      made.setAttribute("aria-selected", String(view.selected.has(cell)));
      const label = this.describe(view, cell);
      if (made.getAttribute("aria-label") !== label) made.setAttribute("aria-label", label);
      if (view.wrong.has(cell)) made.setAttribute("aria-invalid", "true");
      else made.removeAttribute("aria-invalid");
    });
  }

  /** A cell in words. */
  describe(view, cell) {
    const { row, column } = this.board.cells[cell];
    const { symbols } = this.board;
    const place = t("row {row} column {column}", { row: row + 1, column: column + 1 });
    const digit = view.digits[cell];
    const words = [];
    if (digit) words.push(view.given[cell] ? t("given {digit}", { digit: symbols[digit] }) : symbols[digit]);
    else words.push(t("empty"));
    const marks = (name, set) => {
      if (!digit && set) words.push(`${name} ${digitsOf(set).map((mark) => symbols[mark]).join(" ")}`);
    };
    marks(t("corner marks"), view.corner[cell]);
    marks(t("centre marks"), view.centre[cell]);
    marks(t("candidates"), view.marks[cell]);
    if (view.wrong.has(cell)) words.push(t("clashes"));
    if (view.colours[cell]) words.push(t("colour {number}", { number: view.colours[cell] }));
    return `${place}: ${words.join(", ")}`;
  }
}
