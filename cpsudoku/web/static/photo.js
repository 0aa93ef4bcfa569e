// The photo of a puzzle beside its board. Cells in doubt are marked, and a tap corrects a cell.

import { Latest } from "./api.js";
import { button, heading, make, row } from "./elements.js";
import { guarded, status } from "./messages.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const LEAST = 0.005; // the smallest share that is shown

function drawn(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export class Photo {
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.question = new Latest();
    this.photo = null;
    this.shown = "";
  }

  /** Show the photo of the puzzle, if it has one, and the choices for the selected cell. */
  show({ game, selection }) {
    const { photo = null, cells } = game.board;
    const cell = photo && (selection.at(-1) ?? photo.doubtful[0] ?? null);
    const shown = `${cell} ${game.board.givens} ${game.done}`;
    if (photo === this.photo && (!photo || shown === this.shown)) return;
    const isNew = photo?.picture !== this.photo?.picture;
    [this.photo, this.shown, this.host.hidden] = [photo, shown, !photo];
    if (isNew) this.#begin(cells);
    if (photo) this.#refresh(game, cell);
  }

  /** Draw another picture. */
  #begin(cells) {
    if (!this.photo) {
      this.host.replaceChildren();
      return;
    }
    const { picture, width, height } = this.photo;
    this.areas = cells.map((_, cell) => drawn("polygon", { points: this.#corners(cell) }));
    this.areas.forEach((area, cell) => { area.onclick = () => this.app.input.select([cell]); });
    const image = drawn("image", { href: picture, width, height });
    const attributes = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("The photo") };
    this.choices = make("div", { class: "choices" });
    this.said = make("p", { class: "hint-text", role: "status" });
    this.host.replaceChildren(heading(t("The photo")), drawn("svg", attributes, image, ...this.areas), this.said, this.choices);
  }

  /** The corners of a cell, as the attribute of a polygon. */
  #corners(cell) {
    const { crossings } = this.photo;
    const size = Math.sqrt(crossings.length);
    const first = Math.floor(cell / (size - 1)) * size + (cell % (size - 1));
    return [first, first + 1, first + size + 1, first + size].map((at) => crossings[at].join(",")).join(" ");
  }

  #refresh(game, chosen) {
    const { cells, givens } = game.board;
    const { doubtful, confirmed } = this.photo;
    this.areas.forEach((area, cell) => {
      const kinds = [doubtful.includes(cell) && "doubtful", confirmed.includes(cell) && "confirmed", cell === chosen && "chosen"];
      area.setAttribute("class", kinds.filter(Boolean).join(" "));
    });
    this.said.textContent = doubtful.length
      ? t("These cells are in doubt: {cells}. Choose what is in them.", { cells: doubtful.map((cell) => cells[cell].name).join(" ") })
      : t("Tap a cell to correct it.");
    const accept = button(t("Use what was read"), () => this.#correct(doubtful, doubtful.map((cell) => givens[cell])), { class: "small" });
    const choices = chosen === null ? [] : [this.#choices(cells[chosen].name, chosen, givens[chosen])];
    this.choices.replaceChildren(...choices, ...(doubtful.length ? [accept] : []), ...this.#handwriting(game));
  }

  /** A button that enters the handwriting, if there is some that was not entered. */
  #handwriting(game) {
    const { entries = [], uncertain = [] } = this.photo;
    if (!entries.some((digit, cell) => digit && !game.digit(cell))) return [];
    const enter = button(t("Enter the handwriting"), () => {
      game.copy(entries);
      this.app.playing.moved();
      const names = uncertain.filter((cell) => entries[cell]).map((cell) => game.board.cells[cell].name);
      if (names.length) status(t("The handwriting in these cells is in doubt: {cells}.", { cells: names.join(" ") }));
    }, { class: "small" });
    return [enter];
  }

  /** A button for each digit and for a blank, the likeliest first. */
  #choices(name, cell, given) {
    const { symbols } = this.app.state.board;
    const chances = this.photo.chances[cell];
    const isUnclear = this.photo.unclear.includes(cell);
    const order = [...chances.keys()].sort((one, other) => chances[other] - chances[one]);
    const buttons = order.map((digit) => {
      const share = Math.exp(chances[digit] / 1000);
      const words = digit ? symbols[digit] : t("blank");
      const text = isUnclear || share < LEAST ? words : `${words} (${Math.round(100 * share)} %)`;
      const attributes = { class: "small", "aria-pressed": String(digit === given), "aria-label": `${name}: ${text}` };
      return button(text, () => this.#correct([cell], [digit]), attributes);
    });
    return row(make("strong", {}, name), ...buttons);
  }

  /** Give cells these digits, and decide again which cells are in doubt. */
  #correct(cells, digits) {
    const { setter } = this.app;
    return setter.inTurn(() => guarded(async () => {
      const { chances, unclear, confirmed, unread } = this.photo;
      const { board } = this.app.state;
      const asked = { puzzle: board.puzzle, chances, unclear, confirmed, unread, cells, digits };
      const { puzzle, ...seen } = await this.question.ask("correct", asked);
      this.app.state.selection = [];
      await setter.puzzle(puzzle, undefined, { ...this.photo, ...seen });
    }));
  }
}
