// Exporting a puzzle: as text, as a link, as a file of any format, on paper.

import { ask } from "./api.js";
import { button } from "./keypad.js";
import { t } from "./words.js";

export class ExportPanel {
  constructor(host, app) {
    this.app = app;
    this.format = document.createElement("select");
    this.format.id = "export-format";
    const label = document.createElement("label");
    label.textContent = t("Format");
    label.htmlFor = "export-format";
    this.solved = document.createElement("input");
    this.solved.type = "checkbox";
    this.solved.id = "export-solved";
    const solved = document.createElement("label");
    solved.htmlFor = "export-solved";
    solved.append(this.solved, t("with the solution"));
    this.text = document.createElement("textarea");
    this.text.id = "export-text";
    this.text.rows = 6;
    this.text.readOnly = true;
    this.text.setAttribute("aria-label", t("Text of the puzzle"));
    this.line = document.createElement("p");
    this.line.setAttribute("role", "status");
    const row = document.createElement("div");
    row.className = "row";
    row.append(label, this.format, solved);
    const buttons = document.createElement("div");
    buttons.className = "row";
    buttons.append(
      button(t("Show as text"), () => this.#show(), { class: "main", id: "export-show" }),
      button(t("Save as a file"), () => this.#save(), { id: "export-save" }),
      button(t("Copy a link"), () => this.#link(), { id: "export-link" }),
      button(t("Print"), () => print()),
    );
    host.append(row, buttons, this.line, this.text);
  }

  offer(choices) {
    this.format.replaceChildren(...choices.formats.map(({ name, title }) => {
      const option = document.createElement("option");
      option.value = name;
      option.textContent = `${name} – ${title}`;
      return option;
    }));
    this.format.value = "line";
  }

  show() {}

  async #written() {
    const { app } = this;
    this.line.textContent = "";
    return app.guarded(
      () => ask("write", { ...app.asked, format: this.format.value, solved: this.solved.checked }),
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
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes(found.content)]));
    link.download = found.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  async #link() {
    const puzzle = JSON.stringify(this.app.game.board.puzzle);
    const address = `${location.origin}/#puzzle=${encodeURIComponent(puzzle)}`;
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
