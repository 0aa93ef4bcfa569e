// The keypad: tools, digits or colours, erase, undo and redo.

import { button, make } from "./elements.js";
import { pictured } from "./icons.js";
import { COLOURS } from "./game.js";
import { TOOLS } from "./keys.js";
import { n, t } from "./words.js";

export const TOOL_WORDS = { digit: n("Digit"), corner: n("Corner"), centre: n("Centre"), colour: n("Colour") };
const LETTERS = { digit: "Z", corner: "X", centre: "C", colour: "V" };

export class Keypad {
  constructor(host, app) {
    this.host = host;
    this.app = app;
  }

  setBoard(board) {
    const { app } = this;
    const part = (name, buttons) => make("div", { class: name }, ...buttons);
    this.tools = TOOLS.map((tool) =>
      button(t(TOOL_WORDS[tool]), () => app.input.setTool(tool), { class: `tool tool-${tool}`, title: `${t(TOOL_WORDS[tool])} (${LETTERS[tool]})` }));
    this.digits = board.symbols.slice(1).map((symbol, at) =>
      button(symbol, () => app.input.write(at + 1, app.state.tool), { class: "digit" }));
    const others = [
      pictured("erase", button(t("Erase"), () => app.input.erase(), { title: "Backspace" })),
      pictured("undo", button(t("Undo"), () => app.input.undo(), { title: "Ctrl+Z" })),
      pictured("redo", button(t("Redo"), () => app.input.redo(), { title: "Ctrl+Y" })),
    ];
    this.host.style.setProperty("--columns", board.size > 9 ? Math.ceil(board.size / 2) : board.size > 6 ? 9 : board.size);
    this.host.replaceChildren(part("tools", this.tools), part("digits", this.digits), part("others", others));
  }

  show() {
    const { app } = this;
    if (!this.tools) return;
    this.tools.forEach((each, at) => each.setAttribute("aria-pressed", String(TOOLS[at] === app.state.tool)));
    const digits = app.state.game.digits;
    this.digits.forEach((each, at) => {
      const isColour = app.state.tool === "colour";
      each.className = isColour && at < COLOURS ? `digit paint colour-${at + 1}` : "digit";
      each.disabled = isColour && at >= COLOURS;
      const full = digits.filter((digit) => digit === at + 1).length >= app.state.board.size;
      each.classList.toggle("full", !isColour && full && app.state.board.cells.length === app.state.board.size ** 2);
    });
  }
}
