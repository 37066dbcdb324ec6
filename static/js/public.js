// Public pages follow their tournament: when something changed, the parts that changed are fetched.

import { Live, following } from "./live.js";

const PARTS = ["next", "following", "live"];
const CALM = 400, SPREAD = 1_600; // ms: messages are gathered, and visitors do not all ask at once

const root = document.getElementById("live"), point = root?.dataset.livePoint;
let timer = 0, asking = null;

/** Take over the parts of a page of this address that differ. */
async function refresh() {
  asking?.abort();
  asking = new AbortController();
  const response = await fetch(location.href, { signal: asking.signal, headers: { "X-Refresh": "1" } });
  if (!response.ok) return false;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  let changed = false;
  for (const id of PARTS) {
    const old = document.getElementById(id), found = fresh.getElementById(id);
    if (!old || !found || same(old, found)) continue;
    const focus = old.contains(document.activeElement) ? key(document.activeElement) : "";
    const open = new Set([...old.querySelectorAll("details[open][id]")].map(one => one.id));
    const adopted = document.adoptNode(found);
    if (id === "following" && old.dataset.state !== adopted.dataset.state && adopted.firstElementChild) told(adopted.firstElementChild.textContent);
    for (const one of adopted.querySelectorAll("details[id]")) one.open ||= open.has(one.id);
    old.replaceWith(adopted);
    globalThis.htmx?.process(adopted);
    if (focus) [...adopted.querySelectorAll("a, button, summary")].find(node => key(node) === focus)?.focus();
    changed = true;
  }
  const data = fresh.getElementById("page");
  if (data) document.getElementById("page")?.replaceWith(document.adoptNode(data));
  if (changed) document.dispatchEvent(new CustomEvent("refreshed"));
  return changed;
}

/** Say at the bottom, for a while, that the table of whom one follows has begun or ended. */
function told(text) {
  document.querySelector("output.toast")?.remove();
  const box = Object.assign(document.createElement("output"), { className: "toast", textContent: text });
  document.body.append(box);
  setTimeout(() => box.remove(), 8_000);
}

const plain = node => node.outerHTML.replace(/name="csrfmiddlewaretoken" value="[^"]*"/g, "");
const sent = new Map(PARTS.map(id => [id, document.getElementById(id)]).filter(([, node]) => node).map(([id, node]) => [id, plain(node)]));

/** Whether the server says what it said before; scripts have written in the page since. */
function same(old, found) {
  const now = plain(found), before = sent.get(found.id);
  sent.set(found.id, now);
  return now === before;
}

const key = node => node.id || node.getAttribute("href") || node.textContent;

/** Not while somebody reads what a dialog shows; then after it is closed. */
function soon() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (document.querySelector("dialog[open]")) return soon();
    try {
      await refresh();
    } catch (error) {
      if (error.name !== "AbortError") soon();
    }
  }, CALM + Math.random() * SPREAD);
}

// A value of the standings opens in a dialog.
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id === "value-body") document.getElementById("value").showModal();
});

// What other scripts have heard.
document.addEventListener("outdated", soon);

if (point) {
  new Live({
    url: following(point),
    onMessage: soon,
    onState: () => {},
    refetch: refresh,
  });
}
