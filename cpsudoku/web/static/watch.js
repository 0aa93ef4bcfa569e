// Watching a search in slow motion: the cell tried, the way back, the counts.

import { Latest } from "./api.js";
import { button, make, row } from "./elements.js";
import { patiently } from "./messages.js";
import { t } from "./words.js";

export class WatchPanel {
  constructor(host, app) {
    this.app = app;
    this.question = new Latest();
    this.frames = [];
    this.at = 0;
    this.line = make("p", { id: "film-line" });
    this.counts = make("p", { class: "hint-text" });
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Moment") });
    this.slider.oninput = () => this.go(Number(this.slider.value));
    this.speed = make("input", { type: "range", min: 0, max: 6, value: 3, id: "film-speed" });
    this.toggle = button(t("Play"), () => (this.timer ? this.pause() : this.#run()), { class: "main" });
    const top = row(
      button(t("Trial and error"), () => this.#load("backtrack"), { id: "film-backtrack" }),
      button(t("Like a person"), () => this.#load("logic"), { id: "film-logic" }),
    );
    const steps = row(
      this.toggle,
      button("←", () => this.go(this.at - 1), { "aria-label": t("Step back") }),
      button("→", () => this.go(this.at + 1), { "aria-label": t("Step forward") }),
      make("label", { for: "film-speed" }, t("Speed")), this.speed,
    );
    this.player = make("div", {}, this.slider, steps);
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
    await patiently(this.line, this.question, t("thinking ..."), async () => {
      const found = await this.question.ask("film", { ...app.state.asked, engine });
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
