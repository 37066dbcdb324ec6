// Clocks of many tables on one page, over one stream.

import { readJSON, speaker } from "./api.js";
import { ServerTime, face, hide, paint, ticking } from "./clock.js";
import { Live } from "./live.js";

const time = new ServerTime();
let matches = new Map(), say = key => key, stream = null, watched = "";

function take(match) {
  const known = matches.get(match.id);
  if (!known || match.seq < known.seq) return;
  time.sample(match.clock.server_time);
  matches.set(match.id, match);
  show(match);
  if (match.status === "finished") document.dispatchEvent(new CustomEvent("outdated"));
}

/** Who is to move and what lies on the board, at the places of a table. */
function show(match) {
  for (const table of document.querySelectorAll(`[data-match="${match.id}"]`)) {
    const turn = match.clock.turn ?? match.to_move, doing = table.querySelector(".doing");
    match.seats.forEach((seat, n) => {
      const row = table.querySelector(`[data-seat="${n + 1}"]`);
      row?.toggleAttribute("data-out", ["out", "absent"].includes(seat.state) && match.status !== "finished");
      if (seat.state === "thinking" && match.status === "running") row?.setAttribute("aria-current", "step");
      else row?.removeAttribute("aria-current");
    });
    if (doing) doing.replaceChildren(...words(match, turn).map(text => Object.assign(document.createElement("span"), { textContent: text })));
    table.dataset.status = match.status;
  }
  tick(match);
}

function words(match, turn) {
  if (match.status === "paused") return [say("paused")];
  if (match.status === "ruling") return [say("ruling")];
  if (match.status === "finished") return [say("over")];
  if (match.status === "waiting") return [say("waiting")];
  if (match.away?.why === "away") return [say("away", { name: match.seats[match.away.seat - 1].name })];
  const named = turn ? [say("turn", { name: match.seats[turn - 1]?.name ?? "" })] : [];
  if (!match.position.stones) return named;
  const left = match.seats.filter(seat => !["out", "absent"].includes(seat.state)).length;
  const stones = say("stones", { n: match.position.stones.length, left });
  return [...named, stones];
}

function tick(match) {
  const turn = match.clock.turn ?? match.to_move;
  const found = turn && match.status !== "finished" ? face(match.clock, turn, time.now()) : null;
  for (const node of document.querySelectorAll(`[data-match="${match.id}"] time.left`)) {
    hide(node, !found);
    if (!found) continue;
    paint(node, found);
    node.toggleAttribute("data-low", found.low && match.status === "running");
  }
  return !!found?.low;
}

function start() {
  const page = readJSON("page");
  if (!page) return;
  say = speaker(page.words);
  for (const match of page.matches) time.sample(match.clock.server_time);
  const newer = match => ((matches.get(match.id)?.seq ?? -1) > match.seq ? matches.get(match.id) : match);
  matches = new Map(page.matches.map(match => [match.id, newer(match)]));
  matches.forEach(show);
  const ids = [...matches.keys()].join();
  if (ids === watched) return;
  watched = ids;
  stream?.end();
  if (!matches.size) return;
  stream = new Live({
    url: () => `${page.live}?${[...matches].map(([id, match]) => `match=${id}.${match.seq}`).join("&")}`,
    onMessage: ({ match }) => match && take(match),
    onState: () => {},
    refetch: async () => false,
  });
}

document.addEventListener("refreshed", start);
ticking(() => [...matches.values()].map(tick).includes(true));
start();
