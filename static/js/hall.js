// The panels of the big screen take turns. Arrow keys turn by hand, the space bar stops and goes on.

import { keepAwake } from "./awake.js";

const STAY = { live: 20_000, seating: 14_000, standings: 12_000, bracket: 16_000, none: 30_000 };
const steps = document.getElementById("steps"), wall = () => document.getElementById("wall");
let at = 0, stopped = false, timer = 0;

const panels = () => [...document.querySelectorAll(".panel")];

function show(n) {
  const all = panels();
  if (!all.length) return;
  at = (n + all.length) % all.length;
  all.forEach((panel, m) => (panel.hidden = m !== at));
  steps.replaceChildren(...(all.length > 1 ? [...all.map(step), toggle()] : []));
  clearTimeout(timer);
  if (!stopped && all.length > 1) timer = setTimeout(() => show(at + 1), STAY[all[at].dataset.kind] ?? 15_000);
}

function step(panel, n) {
  const button = document.createElement("button");
  button.textContent = n + 1;
  button.setAttribute("aria-label", panel.getAttribute("aria-label") ?? String(n + 1));
  if (n === at) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => show(n));
  return button;
}

function toggle() {
  const button = document.createElement("button");
  button.textContent = stopped ? "▶" : "❚❚";
  button.setAttribute("aria-label", stopped ? steps.dataset.go : steps.dataset.pause);
  button.addEventListener("click", turn);
  return button;
}

function turn() {
  stopped = !stopped;
  show(at);
}

addEventListener("keydown", event => {
  if (event.key === "ArrowRight") show(at + 1);
  else if (event.key === "ArrowLeft") show(at - 1);
  else if (event.key === " " && event.target === document.body) turn();
  else return;
  event.preventDefault();
});

function time() {
  if (wall()) wall().textContent = new Date().toLocaleTimeString("ja-JP", { hour: "2-digit", minute: "2-digit" });
}

document.addEventListener("refreshed", () => {
  show(at);
  time();
});
setInterval(time, 5_000);
time();
show(0);
keepAwake();
