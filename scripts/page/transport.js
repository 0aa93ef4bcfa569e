// How questions reach the program, on a page without a server: Python runs in workers of the browser.
//
// What every visitor asks first is answered by a file, because Python takes seconds to start. The
// second worker starts when the first one has been ready for a while. Then one answers quick
// questions while the other one works on a long one.

import { SECONDS } from "../answers/seconds.js";
import { answersIn, keepFiles, startWorker } from "./host.js";
import { setting } from "./store.js";
import { t } from "./words.js";

export class Refused extends Error {}

const LATER = 2000; // milliseconds for the first answers, before another Python starts beside them
const GRACE = 1000; // milliseconds to finish a question that nobody waits for; starting Python takes longer
const language = known();
const first = answersIn(language);

/** The chosen language, else the first one of the browser that there are words for, else English. */
function known() {
  const all = document.documentElement.dataset.languages.split(" ");
  return [setting("language") ?? "", ...navigator.languages].map((name) => name.split("-")[0].toLowerCase()).find((name) => all.includes(name)) ?? "en";
}

/** A worker with Python. It answers one question after the other. */
class Python {
  #waiting = []; // questions; the worker has the first one

  constructor() {
    this.#start();
  }

  #start() {
    this.worker = startWorker().then((worker) => {
      worker.onmessage = ({ data }) => (data.ready ? this.onready?.() : this.#end(this.#waiting[0], data));
      worker.onerror = ({ message }) => this.#end(this.#waiting[0], { error: message || t("Python can't be loaded.") });
      return worker;
    });
  }

  ask(name, data, signal) {
    return new Promise((resolve, reject) => {
      const question = { name, request: JSON.stringify(data), language, resolve, reject, signal };
      signal?.addEventListener("abort", () => this.#leave(question));
      this.#waiting.push(question);
      if (this.#waiting.length === 1) this.#next();
    });
  }

  #next() {
    if (!this.#waiting.length) return;
    const [question] = this.#waiting;
    const { name, request } = question;
    question.late = setTimeout(() => this.#end(question, { error: t("It took too long."), over: true }), SECONDS[name] * 1000 || 2 ** 31 - 1);
    this.worker.then((worker) => worker.postMessage({ name, request, language }));
  }

  /** A question is answered, or given up: `over` if the worker still works on it. */
  #end(question, { answer, error, over }) {
    if (!question || question !== this.#waiting[0]) return;
    clearTimeout(question.late);
    clearTimeout(question.grace);
    this.#waiting.shift();
    if (over) {
      this.worker.then((worker) => worker.terminate());
      this.#start();
    }
    if (error === undefined) question.resolve(answer);
    else question.reject(new Refused(error));
    this.#next();
  }

  /** Nobody waits for a question any longer. */
  #leave(question) {
    question.reject(new DOMException("stopped", "AbortError"));
    const place = this.#waiting.indexOf(question);
    if (place > 0) this.#waiting.splice(place, 1);
    else if (place === 0) question.grace = setTimeout(() => this.#end(question, { error: "", over: true }), GRACE);
  }
}

const quick = new Python();
let long = quick;
quick.onready = () => {
  quick.onready = null;
  setTimeout(() => {
    const other = new Python();
    other.onready = () => { long = other; };
  }, LATER);
};

/** The answer of an action. Throws Refused with a message for the user. */
export async function send(name, data, signal) {
  const { answers } = await first;
  const known = answers.find((each) => each.name === name && each.request === JSON.stringify(data));
  if (known) return structuredClone(known.answer);
  signal?.throwIfAborted();
  return (SECONDS[name] ? long : quick).ask(name, data, signal);
}

/** What the page opens with: nothing. */
export const start = async () => ({ id: "alone" });

/** The words of the page in the language of the user. */
export const words = () => first;

keepFiles();
