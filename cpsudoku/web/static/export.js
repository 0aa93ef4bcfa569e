// Exporting a puzzle: as text, as a link, as a file of any format, on paper.

import { ask } from "./api.js";
import { button, checkbox, choice, make, offer, row } from "./elements.js";
import { guarded } from "./messages.js";
import { t } from "./words.js";

const PROGRAMS = [
  ["sudokupad", "SudokuPad"], ["f-puzzles", "f-puzzles"], ["sudokumaker", "SudokuMaker"],
  ["iss", "Interactive Sudoku Solver"],
];

export class ExportPanel {
  constructor(host, app) {
    this.app = app;
    this.format = choice([], { id: "export-format" });
    const solved = checkbox(t("with the solution"), { id: "export-solved" });
    this.solved = solved.firstChild;
    this.text = make("textarea", { id: "export-text", rows: 6, readonly: "", "aria-label": t("Text of the puzzle") });
    this.program = choice(PROGRAMS, { id: "export-program", "aria-label": t("Program") });
    this.line = make("p", { role: "status", id: "export-line" });
    host.append(
      row(make("label", { for: "export-format" }, t("Format")), this.format, solved),
      row(
        button(t("Show as text"), () => this.#show(), { class: "main", id: "export-show" }),
        button(t("Save as a file"), () => this.#save(), { id: "export-save" }),
        button(t("Print"), () => print(), { id: "export-print" }),
      ),
      row(
        button(t("Copy a link"), () => this.#link(), { id: "export-link" }),
        button(t("Open in"), () => this.#open(), { id: "export-open" }), this.program,
      ),
      this.line, this.text,
    );
  }

  offer(choices) {
    offer(this.format, choices.formats.map(({ name, title }) => [name, `${name} – ${title}`]));
    this.format.value = "line";
  }

  show() {}

  async #written() {
    const { app } = this;
    this.line.textContent = "";
    return guarded(
      () => ask("write", { ...app.state.asked, format: this.format.value, solved: this.solved.checked }),
      (problem) => { this.line.textContent = problem; },
    );
  }

  async #show() {
    const found = await this.#written();
    if (!found) return;
    try {
      this.text.value = new TextDecoder("utf-8", { fatal: true }).decode(bytes(found.content));
    } catch {
      this.line.textContent = t("This format is not text. Save it as a file.");
    }
  }

  async #save() {
    const found = await this.#written();
    if (!found) return;
    const href = URL.createObjectURL(new Blob([bytes(found.content)]));
    make("a", { href, download: found.name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10000);
  }

  async #open() {
    this.line.textContent = "";
    const found = await guarded(
      () => ask("link", { ...this.app.state.asked, program: this.program.value }),
      (problem) => { this.line.textContent = problem; },
    );
    if (found) make("a", { href: found.link, target: "_blank", rel: "noopener noreferrer" }).click();
  }

  /** A link that opens for everyone: of this page if it is on the web, else of the chosen program. */
  async #shared() {
    const { state } = this.app;
    const isLocal = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
    if (isLocal) return (await ask("link", { ...state.asked, program: this.program.value })).link;
    return `${location.origin}${location.pathname}#puzzle=${encodeURIComponent(JSON.stringify(state.board.puzzle))}`;
  }

  async #link() {
    this.line.textContent = "";
    const address = await guarded(() => this.#shared(), (problem) => { this.line.textContent = problem; });
    if (!address) return;
    this.text.value = address;
    try {
      await navigator.clipboard.writeText(address);
      this.line.textContent = t("The link is on the clipboard.");
    } catch {
      this.text.select();
      this.line.textContent = t("Copy the link below.");
    }
  }
}

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
