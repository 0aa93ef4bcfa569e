// What this browser keeps: the game of each tab, and a few settings.

const GAMES = "cpsudoku.game.";
const LAST = "cpsudoku.last";
const KEPT = 20; // games of closed tabs

function quietly(work, otherwise = null) {
  try {
    return work();
  } catch {
    return otherwise; // storage is full or switched off
  }
}

/** The name of this tab's game: it stays when the tab is reloaded, and differs between tabs. */
export function tabName() {
  return quietly(() => {
    let name = sessionStorage.getItem(LAST);
    if (!name) {
      name = `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;
      sessionStorage.setItem(LAST, name);
    }
    return name;
  }, "0");
}

export function keep(data) {
  quietly(() => {
    localStorage.setItem(GAMES + tabName(), JSON.stringify(data));
    const names = Object.keys(localStorage).filter((key) => key.startsWith(GAMES)).sort();
    for (const old of names.slice(0, -KEPT)) localStorage.removeItem(old);
  });
}

export function kept() {
  return quietly(() => JSON.parse(localStorage.getItem(GAMES + tabName())));
}

export const setting = (name, value) =>
  quietly(() => {
    if (value !== undefined) localStorage.setItem(`cpsudoku.set.${name}`, JSON.stringify(value));
    return JSON.parse(localStorage.getItem(`cpsudoku.set.${name}`));
  });
