// What the page says: a line under the tools, words for screen readers, and problems.

import { Refused, isStopped } from "./api.js";
import { $, button, make } from "./elements.js";
import { t } from "./words.js";

const SHOWN = 12000; // milliseconds

let timer = null;

/** A line under the tools. */
export function status(text) {
  $("status").textContent = text;
  if (text) speak(text);
}

export function speak(text) {
  $("spoken").textContent = text;
}

export function problem(text) {
  const box = $("problem");
  const [words, close] = box.children;
  box.hidden = !text;
  words.textContent = text; // the button is not part of the alert
  close.onclick = () => problem("");
  clearTimeout(timer);
  if (text) timer = setTimeout(() => { box.hidden = true; }, SHOWN);
}

/** Run something that asks a question, and show in a line how long that takes, with a button that stops it. */
export async function patiently(line, question, words, work, refuse = problem, stopped = null) {
  const seconds = make("span", { "aria-hidden": "true" });
  const stop = button(t("Cancel"), () => {
    question.stop();
    line.textContent = t("Stopped.");
    stopped?.();
  }, { class: "small" });
  line.replaceChildren(`${words} `, seconds, " ", stop);
  const began = Date.now();
  const ticks = setInterval(() => { seconds.textContent = `${Math.round((Date.now() - began) / 1000)} s`; }, 1000);
  const answer = await guarded(work, refuse);
  clearInterval(ticks);
  if (line.contains(stop)) line.replaceChildren();
  return answer;
}

/** Run something that asks the server; show what it refuses. */
export async function guarded(work, show = problem) {
  try {
    return await work();
  } catch (error) {
    if (isStopped(error)) return undefined;
    if (!(error instanceof Refused)) throw error;
    show(error.message);
    return undefined;
  }
}
