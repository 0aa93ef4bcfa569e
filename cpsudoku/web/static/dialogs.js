// The dialogs: open a puzzle, make a new one, the keys; and files that are dropped on the page.

import { ask } from "./api.js";
import { Camera } from "./camera.js";
import { keyRows } from "./keys.js";
import { $, button, make, offer } from "./elements.js";
import { guarded, problem } from "./messages.js";
import { t } from "./words.js";

const SIZES = [4, 6, 9, 12, 16];
const MOST = 12 << 20; // bytes of a file

export class Dialogs {
  constructor(app) {
    this.app = app;
    $("open-button").onclick = () => this.#open();
    $("new-button").onclick = () => $("new-dialog").showModal();
    $("keys-button").onclick = () => this.keys();
    $("open-go").onclick = (event) => {
      event.preventDefault();
      this.#read({ text: $("open-text").value });
    };
    $("open-file").onchange = () => this.#file($("open-file").files[0]);
    this.camera = new Camera((file) => this.#file(file));
    $("new-go").onclick = (event) => {
      event.preventDefault();
      this.#new();
    };
    for (const name of ["open-dialog", "new-dialog"]) {
      $(name).oncancel = () => this.#stop();
      $(name).querySelector("[value=cancel]").onclick = () => this.#stop();
    }
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      const text = event.dataTransfer.getData("text");
      if (file) this.#file(file);
      else if (text) this.#read({ text });
    });
    document.addEventListener("paste", (event) => {
      const typing = /^(TEXTAREA|INPUT|SELECT)$/.test(document.activeElement?.tagName ?? "");
      const text = event.clipboardData.getData("text");
      const [file] = event.clipboardData.files;
      if (typing || !(text || file)) return;
      event.preventDefault();
      if (file) this.#file(file);
      else this.#read({ text });
    });
  }

  offer(choices) {
    $("new-levels").append(...choices.levels.map((level) => {
      const radio = make("input", { type: "radio", name: "level", value: level });
      radio.checked = level === "medium";
      return make("label", {}, radio, t(level));
    }));
    offer($("new-technique"), [["", t("any")], ...choices.techniques.map(({ name, title }) => [name, title])]);
    $("new-sizes").replaceChildren(...SIZES.map((size) => button(`${size}×${size}`, () => {
      $("new-dialog").close();
      this.app.opening.empty(size);
    })));
  }

  keys() {
    const rows = keyRows().map(([keys, words]) => make("tr", {}, make("th", { scope: "row" }, keys), make("td", {}, words)));
    $("keys-table").tBodies[0].replaceChildren(...rows);
    const dialog = $("keys-dialog");
    dialog.showModal();
    dialog.scrollTop = 0; // the button below the list has the focus: a screen reader reads the list then
  }

  /** A dialog is cancelled: its puzzle is not wanted any more. */
  #stop() {
    this.app.opening.question.stop();
    $("new-problem").textContent = "";
  }

  #open() {
    $("open-problem").textContent = "";
    $("open-list").replaceChildren();
    if (!$("open-dialog").open) $("open-dialog").showModal();
    $("open-text").focus();
  }

  /** Let the user choose one of several puzzles. */
  choose(found, request) {
    this.#open();
    const seen = new IntersectionObserver((shown) => {
      for (const { isIntersecting, target } of shown) if (isIntersecting && !target.src) draw(target);
    }, { root: $("open-list"), rootMargin: "200px" });
    const draw = (picture) => guarded(async () => {
      seen.unobserve(picture);
      const { content } = await ask("write", { puzzle: found.puzzles[picture.dataset.at].puzzle, format: "svg" });
      picture.src = `data:image/svg+xml;base64,${content}`;
    }, () => {});
    $("open-list").replaceChildren(...found.puzzles.map((each, at) => {
      const picture = make("img", { alt: "", "data-at": at });
      const choose = async () => {
        await guarded(() => this.app.opening.one(each, request));
        this.#leave("open-dialog");
      };
      seen.observe(picture);
      const chooses = button(each.title, choose, { class: "plain" });
      chooses.prepend(picture);
      return make("li", {}, chooses);
    }));
    if (found.more) $("open-problem").textContent = t("These are the first {count}.", { count: found.puzzles.length });
  }

  async #read(request) {
    const shown = $("open-dialog").open;
    const refuse = (text) => {
      if (!$("open-dialog").open) this.#open();
      $("open-problem").textContent = text;
    };
    await guarded(async () => {
      const found = await this.app.opening.question.ask("open", request);
      if (!found.puzzles.length) {
        refuse(found.problems.join("\n") || t("There is no puzzle in it."));
        return;
      }
      await this.app.opening.first(found, request);
      if (found.puzzles.length === 1 && shown) this.#leave("open-dialog");
    }, refuse);
  }

  /** Close a dialog in which a puzzle was chosen: the cells are where to go on. */
  #leave(dialog) {
    $(dialog).close();
    this.app.view.focus();
  }

  async #file(file) {
    if (!file) return;
    if (file.size > MOST) {
      problem(t("The file is too large."));
      return;
    }
    const data = new Uint8Array(await file.arrayBuffer());
    let content = "";
    for (let at = 0; at < data.length; at += 32768) content += String.fromCharCode(...data.subarray(at, at + 32768));
    await this.#read({ content: btoa(content), name: file.name });
  }

  /** Make another puzzle that is as hard, if that is known. */
  another(level) {
    const radio = document.querySelector(`input[name=level][value="${level}"]`);
    if (radio) radio.checked = true;
    $("new-technique").value = "";
    $("new-dialog").showModal();
    if (radio) this.#new();
  }

  async #new() {
    const level = document.querySelector("input[name=level]:checked")?.value ?? "";
    const technique = $("new-technique").value;
    $("new-problem").textContent = t("Making a puzzle ...");
    await guarded(async () => {
      const { puzzle } = await this.app.opening.question.ask("new", technique ? { technique } : { level });
      await this.app.opening.puzzle(puzzle);
      $("new-problem").textContent = "";
      this.#leave("new-dialog");
    }, (text) => { $("new-problem").textContent = text; });
  }
}
