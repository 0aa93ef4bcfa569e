// The actions of the server. The page uses nothing else.

export class Refused extends Error {}

/** The answer of an action. Throws Refused with a message for the user. */
export async function ask(name, data = {}, signal = undefined) {
  let response;
  try {
    response = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
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

/** Asks one question at a time: a new question stops the one before it. */
export class Latest {
  #running = null;

  async ask(name, data) {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    try {
      return await ask(name, data, running.signal);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
  }
}

export const isStopped = (error) => error.name === "AbortError";
