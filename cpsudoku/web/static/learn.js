// Learning: every step of the solution or of a position with its picture, the rating, and exercises.

import { Latest } from "./api.js";
import { pictureOf } from "./board.js";
import { button, heading, make, row } from "./elements.js";
import { Practice } from "./practise.js";
import { patiently } from "./messages.js";
import { t } from "./words.js";

const FOLDED = 4; // steps of one technique in a row
const PACE = 1500; // milliseconds between steps that play by themselves

export class LearnPanel {
  constructor(host, app) {
    this.app = app;
    this.question = new Latest();
    this.rating = new Latest();
    this.line = make("p", { role: "status" });
    this.text = make("p", { id: "step-text", "aria-live": "polite", tabindex: 0 });
    this.list = make("ol", { id: "steps" });
    this.pictures = new Map(); // of cards that were not seen yet: what draws each
    this.seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.#draw(target);
    });
    this.chains = make("div", { id: "chains" });
    this.branches = new Latest();
    this.play = button("▶", () => this.#play(), { "aria-label": t("Play the steps") });
    this.player = row(
      button("⇤", () => this.go(0), { "aria-label": t("First step") }),
      button("←", () => this.#step(-1), { "aria-label": t("Step back") }),
      button("→", () => this.#step(1), { "aria-label": t("Step forward") }),
      this.play,
    );
    this.practice = new Practice(app);
    host.append(
      row(
        button(t("Explain the solution"), () => this.#explain(), { class: "main", id: "explain-button" }),
        button(t("All steps here"), () => this.#available(), { id: "steps-button" }),
        button(t("How hard is it?"), () => this.#rate(), { id: "rate-button" }),
      ),
      heading(t("Practise a technique")), this.practice.host,
      this.line, make("div", { id: "step" }, this.player, this.text, this.chains), this.list,
    );
    this.forget();
  }

  offer(choices) {
    this.practice.offer(choices);
  }

  forget() {
    this.question.stop();
    this.rating.stop();
    this.branches.stop();
    this.branch = null;
    this.chains.replaceChildren();
    this.steps = this.cards = [];
    this.pictures.clear();
    this.at = 0;
    this.#stop();
    this.player.hidden = true;
    this.line.textContent = this.text.textContent = "";
    this.list.replaceChildren();
  }

  show() {}

  #explain() {
    return this.#list("explain", ({ steps, outcome, problem }) => {
      const ends = { solved: t("solved"), stuck: t("then the techniques are stuck"), unfinished: t("then the time was over"), refused: problem };
      return `${t("{count} steps", { count: steps.length })}: ${ends[outcome] ?? outcome}`;
    });
  }

  /** Every step that is available, by technique. */
  #available() {
    return this.#list("steps", ({ steps, problem, is_late: isLate, incomplete }) => {
      const more = incomplete.length ? t("There may be more of: {techniques}", { techniques: incomplete.join(", ") }) : "";
      const late = isLate ? t("The time ran out before every technique was tried.") : "";
      return [problem, t("{count} steps", { count: steps.length }), late, more].filter(Boolean).join(". ");
    });
  }

  /** Ask for steps, and show them. `said`: what is said about the answer. */
  async #list(name, said) {
    this.forget();
    await patiently(this.line, this.question, t("thinking ..."), async () => {
      const found = await this.question.ask(name, this.app.state.position);
      this.steps = found.steps;
      this.line.textContent = said(found);
      this.#showCards();
      this.player.hidden = !found.steps.length;
      if (found.steps.length) this.go(0);
    }, (problem) => { this.line.textContent = problem; });
  }

  #draw(card) {
    this.pictures.get(card)?.();
    this.pictures.delete(card);
    this.seen.unobserve(card);
  }

  /** A card for each step, its picture first. Many steps of one technique in a row are folded. */
  #showCards() {
    const { board } = this.app.state;
    this.cards = this.steps.map((step, at) => {
      const card = button(`${at + 1}. ${step.title}: ${step.effect}`, () => this.go(at), { class: "plain card" });
      this.seen.observe(card);
      this.pictures.set(card, () => card.prepend(pictureOf(board, step)));
      return card;
    });
    const runs = [];
    this.steps.forEach(({ title }, at) => {
      if (this.steps[at - 1]?.title !== title) runs.push([]);
      runs.at(-1).push(this.cards[at]);
    });
    this.list.replaceChildren(...runs.flatMap((cards) => this.#run(cards)));
  }

  /** The items of steps of the same technique. */
  #run(cards) {
    const items = cards.map((card) => make("li", {}, card));
    if (cards.length < FOLDED) return items;
    const { title } = this.steps[this.cards.indexOf(cards[0])];
    const words = t("{count} × {technique}", { count: cards.length, technique: title });
    return [make("li", {}, make("details", {}, make("summary", {}, words), make("ol", {}, ...items)))];
  }

  /** Show the step before or after this one, or with an open branch its link before or after. */
  #step(by) {
    if (!this.branch?.(by)) this.go(this.at + by);
  }

  go(wanted) {
    if (!this.steps.length) return;
    this.branch = null;
    this.at = Math.max(0, Math.min(this.steps.length - 1, wanted));
    const step = this.steps[this.at];
    this.app.showOverlay({ digits: step.digits, layers: step.layers });
    this.text.textContent = `${this.at + 1}. ${step.title}${t(". ")}${step.text}`;
    this.cards.forEach((card, at) => card.classList.toggle("now", at === this.at));
    this.branches.stop();
    this.chains.replaceChildren(...(step.is_chain ? [button(t("Show the chain in full"), () => this.#unfold(step), { class: "small", id: "unfold" })] : []));
    const now = this.cards[this.at];
    const folded = now.closest("details:not([open])");
    for (const each of this.list.querySelectorAll("summary")) each.classList.toggle("now", each.parentNode === folded);
    (folded ?? now).scrollIntoView({ block: "nearest" });
  }

  /** The branches of a chain: each unfolds, and is then drawn on the board by itself. */
  async #unfold(step) {
    const { app } = this;
    await patiently(this.chains, this.branches, t("thinking ..."), async () => {
      const { givens } = app.state.board;
      const entries = step.digits.map((digit, cell) => (givens[cell] ? 0 : digit));
      const found = await this.branches.ask("branches", {
        ...app.state.asked, entries, crossed: step.crossed, ...("number" in step ? { technique: step.technique, number: step.number } : {}),
      });
      this.chains.replaceChildren(...found.branches.map((branch) => this.#branch(step, branch)));
    }, (problem) => { this.chains.textContent = problem; });
  }

  /** A branch unfolds. Then its links come on the board one by one. */
  #branch({ digits, layers: whole }, { heading: title, lines, layers }) {
    const list = linksOf(lines);
    const branch = make("details", {}, make("summary", {}, title), list);
    let at = 0;
    const go = (by) => {
      if (!layers[at + by]) return false;
      at += by;
      [...list.children].forEach((line, number) => line.classList.toggle("now", number === at));
      list.children[at].scrollIntoView({ block: "nearest" });
      this.app.showOverlay({ digits, layers: layers[at] });
      return true;
    };
    [...list.children].forEach((line, number) => { line.onclick = ({ target }) => target.closest("details") === branch && go(number - at); });
    branch.ontoggle = () => {
      this.branch = branch.open ? go : null; // moves along its links
      if (branch.open) go(-at);
      else this.app.showOverlay({ digits, layers: whole });
    };
    return branch;
  }

  #play() {
    if (this.timer) {
      this.#stop();
      return;
    }
    this.play.textContent = "❚❚";
    this.timer = setInterval(() => {
      if (this.at >= this.steps.length - 1 && !this.branch) this.#stop();
      else this.#step(1);
    }, PACE);
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = "▶";
  }

  async #rate() {
    const { app } = this;
    await patiently(this.line, this.rating, t("thinking ..."), async () => {
      const found = await this.rating.ask("rate", app.state.asked);
      this.line.textContent = found.words;
    }, (problem) => { this.line.textContent = problem; });
  }
}

/** The links of a chain with their reasons; chains inside it unfold, too. */
function linksOf(lines) {
  return make("ol", { class: "links" }, ...lines.map(({ statement, reason, because, nested }) => {
    const from = because.length ? ` (${because.join(", ")})` : "";
    const inner = nested?.length ? [make("details", {}, make("summary", {}, t("The nested chain")), linksOf(nested))] : [];
    return make("li", {}, make("b", {}, statement), `: ${reason}${from}`, ...inner);
  }));
}
