// The start page: counts down to the start, opens the button, looks whether this device is fit.

import { readJSON } from "../api.js";
import { ServerTime, show, write } from "../clock.js";
import { Live, following } from "../live.js";
import { device, deviceName } from "./device.js";
import { ask } from "./line.js";
import { keeps } from "./store.js";

const ASK = 30_000; // ms between two looks at the clock
const OPEN = ["ready", "open", "paused"];

const id = name => document.getElementById(name);
const page = readJSON("page"), time = new ServerTime(), form = id("start");
let clock = page.clock, asked = 0;
time.sample(clock.server_time);

function check(name, good) {
  const line = id(`check-${name}`);
  line.textContent = good ? line.dataset.good : line.dataset.bad;
  line.dataset.state = good ? "good" : "bad";
}

function draw() {
  const open = OPEN.includes(clock.phase), button = id("start-button"), why = id("why");
  button.setAttribute("aria-disabled", String(!open));
  why.textContent = open ? why.dataset.open : clock.phase === "before" ? why.dataset.before : why.dataset.over;
  for (const words of document.querySelectorAll("[data-for]")) words.hidden = !words.dataset.for.split(" ").includes(clock.phase);
}

async function look() {
  asked = performance.now();
  try {
    const answer = await ask("GET", `${page.urls.api}clock/`);
    if (answer.out) return location.reload();
    if (!answer.ok) return check("line", false);
    const moved = clock.starts_at !== answer.data.starts_at || clock.ends_at !== answer.data.ends_at;
    clock = answer.data;
    time.sample(clock.server_time);
    check("line", true);
    if (clock.started_at || (moved && clock.phase === "before")) return location.reload();
    draw();
    tick();
  } catch {
    check("line", false);
  }
}

function tick() {
  const starts = clock.phase === "before" && clock.starts_at ? Date.parse(clock.starts_at) - time.now() : null;
  const ends = clock.start_by ?? clock.ends_at, left = starts ?? (ends && OPEN.includes(clock.phase) ? Date.parse(ends) - time.now() : null);
  const face = document.querySelector("#countdown time"), text = left === null ? "–:––" : show(Math.max(0, left));
  write(face, text);
  if (left !== null && left <= 0 && performance.now() - asked > 1_000) look();
}

form.addEventListener("submit", event => {
  if (id("start-button").getAttribute("aria-disabled") === "true") return event.preventDefault();
  form.elements.device.value = device();
  form.elements.device_name.value = deviceName();
});
check("store", keeps());
check("line", true);
draw();
tick();
setInterval(tick, 250);
setInterval(look, ASK);
document.addEventListener("visibilitychange", () => document.hidden || look());
addEventListener("online", look);
new Live({
  url: following(page.live_point),
  onMessage: message => ["paper", "changed"].includes(message.kind) && look(),
  onState: () => {},
  refetch: async () => (await look(), false),
});
