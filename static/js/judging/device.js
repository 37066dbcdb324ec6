// Which page writes: each tab has an id of its own, kept as long as the tab is.

import { uuid } from "./store.js";

const KEY = "taikai-device";
const ANSWER = 150; // ms another tab has to say that it is the one

function kept() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(id) {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // The page holds it until it is loaded again.
  }
  return id;
}

export const device = () => kept() ?? keep(uuid());

/** As `device`, but a tab that was duplicated from another gets an id of its own. */
export async function ownDevice() {
  let mine = device();
  if (!("BroadcastChannel" in window)) return mine;
  const channel = new BroadcastChannel(KEY), taken = await new Promise(done => {
    channel.onmessage = ({ data }) => data.taken === mine && done(true);
    channel.postMessage({ is: mine });
    setTimeout(() => done(false), ANSWER);
  });
  if (taken) mine = keep(uuid());
  channel.onmessage = ({ data }) => data.is === mine && channel.postMessage({ taken: mine });
  return mine;
}

/** "Chrome, Android": what a person calls this device. */
export function deviceName() {
  const agent = navigator.userAgent;
  const named = [["Edg/", "Edge"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]];
  const systems = [["iPhone", "iPhone"], ["iPad", "iPad"], ["Android", "Android"], ["Windows", "Windows"], ["Mac OS", "Mac"], ["CrOS", "Chromebook"], ["Linux", "Linux"]];
  const found = list => list.find(([mark]) => agent.includes(mark))?.[1];
  return [found(named), found(systems)].filter(Boolean).join(", ");
}
