// The desk and a player's own page: they follow what happens, and forms open as sheets.
import { write } from "./clock.js";
import { Live, following } from "./live.js";

const PATIENCE = 1_500; // ms without a stream before the page says so
const SETTLE = 400; // ms: several messages in a row ask for the page once

const root = document.querySelector("[data-live-point]");
if (root) follow(root);

function follow(node) {
  let timer = 0;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => window.htmx?.trigger(document.body, "changed"), SETTLE);
  };
  const matches = (node.dataset.liveMatches ?? "").split(" ").filter(Boolean).slice(0, 60);
  new Live({
    url: first => following(node.dataset.livePoint)(first) + matches.map(id => `&match=${id}`).join(""),
    onMessage: changed,
    onState: (open) => lost(!open),
    refetch: async () => {
      changed();
      return false;
    },
  });
}

// Without the server the page says so, until it is back.
let late = 0;
function lost(away) {
  clearTimeout(late);
  document.getElementById("lost")?.remove();
  document.body.toggleAttribute("data-offline", away);
  if (away) late = setTimeout(tellLost, PATIENCE);
}
function tellLost() {
  const notes = document.getElementById("notes");
  const line = document.createElement("p");
  Object.assign(line, { id: "lost", className: "note", textContent: notes.dataset.lost });
  line.dataset.level = "warning";
  notes.prepend(line);
}

// A player whose table has begun is led to the board.
let led = false;
function lead(scope, first = false) {
  const button = scope.querySelector?.("[data-go]");
  if (button && !led && !first) {
    led = true;
    location.assign(button.dataset.go);
  }
}
if (document.getElementById("me")) {
  lead(document, true);
  document.addEventListener("htmx:afterSettle", (event) => lead(event.target));
}

// On a narrow screen the bar of steps stands where the tournament is.
function showStep() {
  const bar = document.getElementById("steps");
  const now = bar?.querySelector('[data-state="live"], [data-state=""]') ?? bar?.lastElementChild;
  if (now) bar.scrollLeft = now.offsetLeft - bar.offsetLeft - (bar.clientWidth - now.offsetWidth) / 2;
}
showStep();
document.addEventListener("htmx:afterSettle", showStep);

// Clocks of the tables go on between two looks at the server.
function tick() {
  const now = performance.now();
  for (const clock of document.querySelectorAll("time[data-running]")) {
    clock.started ??= now;
    const seconds = Math.ceil(Math.max(0, clock.dataset.left - (now - clock.started)) / 1000);
    write(clock, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
  }
}
setInterval(tick, 250);

// The timer of a round counts down to its instant, and then says by how much it is over.
function countDown() {
  for (const time of document.querySelectorAll("time[data-until]")) {
    const left = Math.round((Date.parse(time.dataset.until) - Date.now()) / 1000);
    const whole = Math.abs(left);
    const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    const two = (n) => String(n).padStart(2, "0");
    time.textContent = `${left < 0 ? "−" : ""}${h ? `${h}:${two(m)}` : m}:${two(s)}`;
    time.toggleAttribute("data-over", left < 0);
  }
}
if (document.querySelector("[data-live-point]")) setInterval(countDown, 1000);

// <a data-sheet>: what it leads to opens in the sheet of this page.
const sheet = document.getElementById("sheet");
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-sheet]");
  if (!link || !sheet || !window.htmx || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const body = document.getElementById("sheet-body");
  body.replaceChildren();
  await window.htmx.ajax("GET", link.href, { target: body, swap: "innerHTML" }).catch(() => {});
  if (!body.childElementCount) return; // what went wrong is told at the top
  sheet.showModal();
  sheet.querySelector("select, input:not([type=hidden])")?.focus();
});

// A form that could not be sent keeps what was typed and says so.
for (const form of document.querySelectorAll("form[data-keep]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failed = form.querySelector("[data-failed]");
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form), signal: AbortSignal.timeout(8000) });
      if (answer.status >= 500) throw new Error(String(answer.status));
      if (answer.redirected) location.assign(answer.url);
      else {
        document.open();
        document.write(await answer.text());
        document.close();
      }
    } catch {
      failed.hidden = false;
      for (const field of form.querySelectorAll("textarea, input:not([type=hidden])")) field.setAttribute("aria-invalid", "true");
    }
  });
}
