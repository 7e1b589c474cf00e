// Shows a page of its own while the house cannot be reached, and does nothing else: every page and every
// figure comes from the house itself, so nothing here can ever be older than it.
"use strict";

// The build writes a hash of these files here, so that a new build brings a new shell.
const SHELL = "shell-unbuilt";
const FILES = ["/offline.html", "/offline.css", "/offline.js", "/icon.svg"];

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name !== SHELL))
      .then((older) => Promise.all(older.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const kept = (file) => caches.match(file).then((found) => found ?? Response.error());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => kept("/offline.html")));
  } else if (FILES.includes(path)) {
    event.respondWith(fetch(request).catch(() => kept(path)));
  }
});
