// A race as a contestant sees it: the open problem, the answer, the table.

import { Looks, readJSON, speaker } from "../api.js";
import { Live, following } from "../live.js";
import { control } from "./answer.js";
import { Away, ask } from "./line.js";
import { uuid } from "./store.js";

const SETTLE = 120; // ms: several messages in a row are one look
const AGAIN = 700, JUDGED = 400; // ms before the next try, and the next look for a verdict
const ASK = 15_000; // ms between two looks without a message

const id = name => document.getElementById(name);
const page = readJSON("page"), say = speaker(page.words), looks = new Looks();
const KEY = `taikai-race-${page.paper}`;
let state = page.state, form = null, answer = null, timer = 0, shown = null;

function show(next) {
  state = next;
  if (id("told").innerHTML !== state.told_html) id("told").innerHTML = state.told_html;
  id("table").innerHTML = state.table_html;
  const wanted = state.open?.id ?? null;
  if (wanted !== shown) {
    shown = wanted;
    form = null;
    id("problem").innerHTML = state.problem_html;
    if (wanted) prepare();
  }
  document.body.toggleAttribute("data-answered", state.answered || !!form);
  const button = document.querySelector("#problem .send button");
  button?.setAttribute("aria-disabled", String(state.answered || !!form));
  if (state.answered) note("");
  if (state.waiting) soon(JUDGED);
}

function prepare() {
  const article = document.querySelector("#problem article");
  answer = control(article, { say, tell: words => (id("spoken").textContent = words), fail, onChange: () => {} });
  article.querySelector("form").addEventListener("submit", event => {
    event.preventDefault();
    send();
  });
  id("spoken").textContent = say("opened", { label: state.open.label });
  if (matchMedia("(hover: hover)").matches) answer.focus();
}

function fail(words) {
  const line = document.querySelector("#problem .error");
  if (!line) return;
  line.textContent = words;
  line.hidden = !words;
}

function note(words) {
  const line = document.querySelector("#problem .kept");
  if (line) line.textContent = words;
}

function send() {
  if (form || state.answered) return;
  const fault = answer.ready() || (answer.picks && state.open.control === "board" && answer.picks.length < 4 ? say("four", { n: answer.picks.length }) : "");
  if (fault) return fail(fault);
  fail("");
  form = { problem: state.open.id, answer: answer.value(), form_key: uuid(), device: null, pages: [] };
  keep(form);
  show(state);
  post();
}

/** The form on its way, so that a reload sends the same again. */
function keep(sent) {
  try {
    if (sent) sessionStorage.setItem(KEY, JSON.stringify(sent));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The page holds it.
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** The same form until the server answers: it is one answer however often it arrives. */
async function post() {
  const sent = form;
  note(say("sending"));
  try {
    const { ok, status, data, out } = await ask("POST", `${page.urls.api}submissions/`, sent);
    if (out) return location.reload();
    form = null;
    keep(null);
    if (ok) state.answered = true;
    else fail(data?.title ?? say("refused", { why: status }));
    note("");
    look();
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    note(say("waits"));
    setTimeout(() => form === sent && post(), AGAIN);
  }
}

async function look() {
  clearTimeout(timer);
  try {
    const mine = looks.begin(), found = await ask("GET", page.urls.state);
    if (found.out) return location.reload();
    document.body.removeAttribute("data-away");
    if (found.ok && looks.take(mine)) show(found.data);
  } catch {
    document.body.dataset.away = "";
    soon(AGAIN);
  }
}

function soon(wait = SETTLE) {
  clearTimeout(timer);
  timer = setTimeout(look, wait);
}

show(state);
form = kept();
if (form) post();
setInterval(() => document.hidden || look(), ASK);
document.addEventListener("visibilitychange", () => document.hidden || look());
new Live({
  url: following(page.live_point),
  onMessage: message => (message.kind === "race" && message.paper !== page.paper) || (["race", "paper", "changed"].includes(message.kind) && soon()),
  onState: () => {},
  refetch: async () => (await look(), false),
});
