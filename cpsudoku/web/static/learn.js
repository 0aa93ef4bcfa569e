// Learning: every step of the solution with its picture, the rating, and puzzles to practise on.

import { Latest, ask } from "./api.js";
import { button } from "./keypad.js";
import { t } from "./words.js";

const PACE = 1500; // milliseconds between steps that play by themselves

export class LearnPanel {
  constructor(host, app) {
    this.app = app;
    this.question = new Latest();
    this.rating = new Latest();
    this.line = document.createElement("p");
    this.line.setAttribute("role", "status");
    this.text = document.createElement("p");
    this.text.id = "step-text";
    this.text.setAttribute("aria-live", "polite");
    this.list = document.createElement("ol");
    this.list.id = "steps";
    this.player = document.createElement("div");
    this.player.className = "row";
    this.player.append(
      button("⇤", () => this.go(0), { "aria-label": t("First step") }),
      button("←", () => this.go(this.at - 1), { "aria-label": t("Step back") }),
      button("→", () => this.go(this.at + 1), { "aria-label": t("Step forward") }),
      (this.play = button("▶", () => this.#play(), { "aria-label": t("Play the steps") })),
    );
    this.technique = document.createElement("select");
    this.technique.setAttribute("aria-label", t("Technique"));
    const top = document.createElement("div");
    top.className = "row";
    top.append(
      button(t("Explain the solution"), () => this.#explain(), { class: "main", id: "explain-button" }),
      button(t("How hard is it?"), () => this.#rate(), { id: "rate-button" }),
    );
    const practise = document.createElement("div");
    practise.className = "row";
    practise.append(this.technique, button(t("Practise it"), () => this.#practise()));
    host.append(top, this.line, this.player, this.text, this.list, practise);
    this.forget();
  }

  offer(choices) {
    this.technique.replaceChildren(...choices.techniques.filter((each) => each.level).map(({ name, title }) => {
      const option = document.createElement("option");
      option.value = name;
      option.textContent = title;
      return option;
    }));
  }

  forget() {
    this.question.stop();
    this.rating.stop();
    this.steps = [];
    this.at = 0;
    this.#stop();
    this.player.hidden = true;
    this.line.textContent = this.text.textContent = "";
    this.list.replaceChildren();
  }

  show() {}

  async #explain() {
    const { app } = this;
    this.forget();
    this.line.textContent = t("thinking ...");
    await app.guarded(async () => {
      const found = await this.question.ask("explain", app.position);
      this.steps = found.steps;
      const outcome = { solved: t("solved"), stuck: t("then the techniques are stuck"), refused: found.problem };
      this.line.textContent = `${t("{count} steps", { count: found.steps.length })}: ${outcome[found.outcome] ?? found.outcome}`;
      this.list.replaceChildren(...found.steps.map((step, at) => {
        const item = document.createElement("li");
        item.append(button(`${step.title}: ${step.effect}`, () => this.go(at), { class: "plain" }));
        return item;
      }));
      this.player.hidden = !found.steps.length;
      if (found.steps.length) this.go(0);
    }, (problem) => { this.line.textContent = problem; });
  }

  go(wanted) {
    if (!this.steps.length) return;
    this.at = Math.max(0, Math.min(this.steps.length - 1, wanted));
    const step = this.steps[this.at];
    this.app.showOverlay({ digits: step.digits, layers: step.layers });
    this.text.textContent = `${this.at + 1}. ${step.title}. ${step.text}`;
    [...this.list.children].forEach((item, at) => item.classList.toggle("now", at === this.at));
    this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
  }

  #play() {
    if (this.timer) {
      this.#stop();
      return;
    }
    this.play.textContent = "❚❚";
    this.timer = setInterval(() => {
      if (this.at >= this.steps.length - 1) this.#stop();
      else this.go(this.at + 1);
    }, PACE);
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = "▶";
  }

  async #rate() {
    const { app } = this;
    this.line.textContent = t("thinking ...");
    await app.guarded(async () => {
      const found = await this.rating.ask("rate", app.asked);
      this.line.textContent = found.words;
    }, (problem) => { this.line.textContent = problem; });
  }

  async #practise() {
    const { app } = this;
    this.line.textContent = t("Making a puzzle ...");
    await app.guarded(async () => {
      const { puzzle } = await ask("new", { technique: this.technique.value });
      await app.showPuzzle(puzzle);
      app.status(t("This puzzle needs the technique {name}.", { name: this.technique.value }));
    }, (problem) => { this.line.textContent = problem; });
  }
}
