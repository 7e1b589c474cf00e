// Speaks one language of three, says when the next try is, and goes on when the house answers.
"use strict";

const PAUSE = 5;

function kept() {
  // A browser may refuse to keep anything, or have kept something else.
  try {
    return JSON.parse(localStorage.getItem("punto.settings") || "null") || {};
  } catch {
    return {};
  }
}

function language() {
  const wanted = String(kept().language || navigator.language);
  if (!wanted.startsWith("zh")) return "en";
  return /Hant|TW|HK|MO/i.test(wanted) ? "zh-Hant" : "zh-Hans";
}

function speak(tag) {
  document.documentElement.lang = tag;
  document.querySelector(`section[lang="${tag}"]`).classList.add("chosen");
}

function say(left) {
  for (const place of document.querySelectorAll("[data-words]")) {
    place.textContent = place.dataset.words.replace("{}", left);
  }
}

async function knock() {
  const answer = await fetch("/api/house", { cache: "no-store" }).catch(() => null);
  if (answer && answer.ok) location.reload();
}

let left = PAUSE;
speak(language());
say(left);
setInterval(() => {
  left -= 1;
  if (left === 0) {
    left = PAUSE;
    void knock();
  }
  say(left);
}, 1000);
addEventListener("online", () => void knock());
