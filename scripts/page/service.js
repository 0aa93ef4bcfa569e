// Keeps the files of the page, so that it opens without a network. Another version replaces all of them.

const NAME = `cpsudoku-${"VERSION"}`;
const FILES = ["FILES"];

oninstall = (event) => {
  skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
};

onactivate = (event) => {
  const others = (names) => names.filter((name) => name.startsWith("cpsudoku-") && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name)))));
};

onfetch = (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
};
