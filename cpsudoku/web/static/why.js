// Why not here? A digit of the cursor's cell is chosen, and the page says what speaks against it.

import { Latest } from "./api.js";
import { $, button, make } from "./elements.js";
import { patiently, status } from "./messages.js";
import { t } from "./words.js";

export class Why {
  constructor(app) {
    this.app = app;
    this.question = new Latest();
  }

  /** Offer the digits of the cursor's cell. */
  choose() {
    const { app: { state: { board }, view }, question } = this;
    const cell = view.cursor;
    const name = board.cells[cell].name;
    const digits = board.symbols.slice(1).map((symbol, at) =>
      button(symbol, () => this.#ask(cell, at + 1), { class: "small", "aria-label": t("Why is {cell} not {digit}?", { cell: name, digit: symbol }) }));
    question.stop();
    status("");
    $("status").replaceChildren(make("span", {}, t("{cell}: why not", { cell: name })), " ", ...digits);
  }

  #ask(cell, digit) {
    const { app: { state } } = this;
    return patiently($("status"), this.question, t("thinking ..."), async () => {
      const { text } = await this.question.ask("why", { ...state.position, cell, digit });
      status(text);
      state.tints = new Map([[cell, "cell"]]);
      this.app.show();
    }, status);
  }
}
