// The host of a race: N opens the next problem or closes the open one, A shows the answer.

import { Looks, readJSON, speaker } from "../api.js";
import { keepAwake } from "../awake.js";
import { Live, following } from "../live.js";
import { ask } from "./line.js";

const SETTLE = 150, AGAIN = 1_000, ASK = 8_000; // ms

const id = name => document.getElementById(name);
const page = readJSON("page"), say = speaker(page.words), looks = new Looks();
let state = page.state, timer = 0, busy = false, answer = false, away = false;

function put(node, html) {
  if (node.dataset.html === html) return;
  node.dataset.html = html;
  node.innerHTML = html;
}

function tell(words) {
  id("line").textContent = words;
}

function show(next) {
  if (next.shown !== state.shown || next.open !== state.open) {
    answer = false;
    tell("");
  }
  state = next;
  put(id("shown"), state.problem_html);
  put(id("scored"), state.told_html);
  put(id("table"), state.table_html);
  id("door").hidden = !!state.shown;
  id("shown").hidden = !state.shown;
  const step = id("step"), words = step.querySelector("span");
  words.textContent = state.open ? say("close_this", { label: state.label }) : state.next ? say("open_next", { label: state.next_label }) : say("no_more");
  step.setAttribute("aria-disabled", String(!state.open && !state.next));
  document.body.toggleAttribute("data-settled", state.settled);
  const solution = id("solution"), toggle = id("answer");
  toggle.hidden = !solution;
  toggle.setAttribute("aria-pressed", String(answer));
  toggle.querySelector("span").textContent = say(answer ? "hide_answer" : "show_answer");
  if (solution) {
    solution.hidden = !answer;
    document.querySelector("#shown > [data-plain]")?.toggleAttribute("hidden", answer && !!solution.querySelector("svg"));
  }
}

async function act() {
  if (busy || (!state.open && !state.next)) return;
  busy = true;
  const body = state.open ? { action: "close_problem", problem: state.open } : { action: "open_problem", problem: state.next };
  try {
    const { ok, status, data, out } = await ask("POST", page.urls.actions, body);
    if (out) return location.reload();
    await look();
    if (!ok) tell(data?.title ?? say("refused", { why: status }));
  } catch {
    lost();
  } finally {
    busy = false;
  }
}

function turn() {
  answer = !answer;
  show(state);
}

async function look() {
  clearTimeout(timer);
  try {
    const mine = looks.begin(), found = await ask("GET", page.urls.state);
    if (found.ok && looks.take(mine)) show(found.data);
    if (away) tell("");
    away = false;
  } catch {
    lost();
  }
}

/** The server cannot be reached: say so, and look again. */
function lost() {
  away = true;
  tell(say("offline"));
  soon(AGAIN);
}

function soon(wait = SETTLE) {
  clearTimeout(timer);
  timer = setTimeout(look, wait);
}

id("step").addEventListener("click", act);
id("answer").addEventListener("click", turn);
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const key = event.key.toLowerCase();
  if (key === "n" || event.key === "PageDown") act();
  else if (key === "a" && id("solution")) turn();
  else return;
  event.preventDefault();
});
show(state);
keepAwake();
setInterval(look, ASK);
new Live({
  url: following(page.live_point),
  onMessage: message => ["race", "paper", "entry", "changed"].includes(message.kind) && soon(),
  onState: () => {},
  refetch: async () => (await look(), false),
});
