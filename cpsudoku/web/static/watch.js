// Watching a search in slow motion: the cell tried, the way back, the counts.

import { Latest } from "./api.js";
import { button } from "./keypad.js";
import { t } from "./words.js";

export class WatchPanel {
  constructor(host, app) {
    this.app = app;
    this.question = new Latest();
    this.frames = [];
    this.at = 0;
    this.line = document.createElement("p");
    this.line.id = "film-line";
    this.counts = document.createElement("p");
    this.counts.className = "hint-text";
    this.slider = document.createElement("input");
    this.slider.type = "range";
    this.slider.min = this.slider.value = 0;
    this.slider.setAttribute("aria-label", t("Moment"));
    this.slider.oninput = () => this.go(Number(this.slider.value));
    this.speed = document.createElement("input");
    this.speed.type = "range";
    this.speed.min = 0;
    this.speed.max = 6;
    this.speed.value = 3;
    this.speed.id = "film-speed";
    const label = document.createElement("label");
    label.textContent = t("Speed");
    label.htmlFor = this.speed.id;
    this.toggle = button(t("Play"), () => (this.timer ? this.pause() : this.#run()), { class: "main" });
    const top = document.createElement("div");
    top.className = "row";
    top.append(
      button(t("Trial and error"), () => this.#load("backtrack"), { id: "film-backtrack" }),
      button(t("Like a person"), () => this.#load("logic")),
    );
    this.player = document.createElement("div");
    const row = document.createElement("div");
    row.className = "row";
    row.append(this.toggle, button("←", () => this.go(this.at - 1), { "aria-label": t("Step back") }), button("→", () => this.go(this.at + 1), { "aria-label": t("Step forward") }), label, this.speed);
    this.player.append(this.slider, row);
    host.append(top, this.player, this.line, this.counts);
    this.forget();
  }

  forget() {
    this.question.stop();
    this.pause();
    this.frames = [];
    this.player.hidden = true;
    this.line.textContent = this.counts.textContent = "";
  }

  show() {}

  async #load(engine) {
    const { app } = this;
    this.forget();
    this.line.textContent = t("thinking ...");
    await app.guarded(async () => {
      const found = await this.question.ask("film", { ...app.asked, engine });
      this.frames = found.frames;
      this.stride = found.stride;
      this.slider.max = found.frames.length - 1;
      this.player.hidden = false;
      this.go(0);
      this.#run();
    }, (problem) => { this.line.textContent = problem; });
  }

  go(wanted) {
    if (!this.frames.length) return;
    this.at = Math.max(0, Math.min(this.frames.length - 1, wanted));
    const frame = this.frames[this.at];
    this.slider.value = this.at;
    const tints = new Map();
    if (frame.cell !== null) tints.set(frame.cell, frame.event === "back" ? "conflict" : "cell");
    this.app.showOverlay({ digits: frame.digits, tints });
    this.line.textContent = frame.words;
    this.counts.textContent = t("steps {steps}, taken back {backtracks}, depth {depth}", frame);
  }

  #run() {
    if (this.at >= this.frames.length - 1) this.at = -1;
    this.toggle.textContent = t("Pause");
    const next = () => {
      this.go(this.at + 1);
      if (this.at >= this.frames.length - 1) this.pause();
      else this.timer = setTimeout(next, 1000 / 2 ** Number(this.speed.value));
    };
    this.timer = setTimeout(next, 0);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.toggle) this.toggle.textContent = t("Play");
  }
}
