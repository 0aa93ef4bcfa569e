// Exporting a puzzle: as text, as a file of any format, on paper.

import { Latest } from "./api.js";
import { button, checkbox, choice, make, offer, row } from "./elements.js";
import { guarded } from "./messages.js";
import { t } from "./words.js";

export class ExportPanel {
  constructor(host, app) {
    this.app = app;
    this.shown = new Latest();
    this.format = choice([], { id: "export-format" });
    const solved = checkbox(t("with the solution"), { id: "export-solved" });
    this.solved = solved.firstChild;
    this.text = make("textarea", { id: "export-text", rows: 6, readonly: "", "aria-label": t("Text of the puzzle") });
    this.line = make("p", { role: "status", id: "export-line" });
    host.append(
      row(make("label", { for: "export-format" }, t("Format")), this.format, solved),
      row(
        button(t("Show as text"), () => this.#show(), { class: "main", id: "export-show" }),
        button(t("Save as a file"), () => this.#save(), { id: "export-save" }),
        button(t("Print"), () => print(), { id: "export-print" }),
      ),
      this.line, this.text,
    );
  }

  offer(choices) {
    offer(this.format, choices.formats.map(({ name, title }) => [name, `${name} – ${title}`]));
    this.format.value = "line";
  }

  show() {}

  async #written(question) {
    const { app } = this;
    this.line.textContent = "";
    return guarded(
      () => question.ask("write", { ...app.state.asked, format: this.format.value, solved: this.solved.checked }),
      (problem) => { this.line.textContent = problem; },
    );
  }

  async #show() {
    const found = await this.#written(this.shown);
    if (!found) return;
    try {
      this.text.value = new TextDecoder("utf-8", { fatal: true }).decode(bytes(found.content));
    } catch {
      this.line.textContent = t("This format is not text. Save it as a file.");
    }
  }

  async #save() {
    const found = await this.#written(new Latest());
    if (!found) return;
    saved(found.name, new Blob([bytes(found.content)]));
  }
}

export function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Save a file of that name. */
export function saved(download, blob) {
  const href = URL.createObjectURL(blob);
  make("a", { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}
