// How questions reach the program: by HTTP, to the server of the page.
// A page without a server has another transport.js, with the same functions (scripts/page).

import { setting } from "./store.js";

/** The header that asks for the chosen language. Without it the browser asks for its own languages. */
function language() {
  const chosen = setting("language");
  return chosen ? { "accept-language": chosen } : {};
}

export class Refused extends Error {}

/** The answer of an action. Throws Refused with a message for the user. */
export async function send(name, data, signal) {
  let response;
  try {
    response = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...language() },
      body: JSON.stringify(data),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The server does not answer. Is cpsudoku serve still running?");
  }
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

/** What the page opens with, and the name of this run of the server. */
export const start = () => fetch("/api/start").then((response) => response.json());

/** The words of the page in the language of the user. */
export const words = () => fetch("/words", { headers: language() }).then((response) => response.json());
