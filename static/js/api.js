// The one way pages talk to the API: a session, a CSRF token, and patience.

export const language = document.documentElement.lang.startsWith("en") ? "en" : "ja";

/** What stands between two sentences. */
export const between = language === "ja" ? "" : " ";

const PATIENCE = 120_000; // ms that a post is repeated before it gives up
const TRY = 10_000; // ms one try may take

export const sleep = ms => new Promise(done => setTimeout(done, ms));

export function readJSON(id) {
  const node = document.getElementById(id);
  return node ? JSON.parse(node.textContent) : null;
}

/**
 * A function that gives the words of this page: `say("waiting_for", { name })`. With n = 1 the
 * words of `<key>_one` are said, where there are any.
 */
export function speaker(words) {
  return (key, values = {}) =>
    ((values.n === 1 && words[`${key}_one`]) || (words[key] ?? key)).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function token() {
  const found = document.cookie.split("; ").find(part => part.startsWith("csrftoken="));
  return found ? found.slice("csrftoken=".length) : "";
}

async function once(url, options) {
  const headers = { Accept: "application/json", "Accept-Language": language, ...options.headers };
  const response = await fetch(url, {
    credentials: "same-origin",
    cache: "no-store",
    signal: AbortSignal.timeout(TRY),
    ...options,
    headers,
  });
  const isJSON = (response.headers.get("Content-Type") ?? "").includes("json");
  return { ok: response.ok, status: response.status, data: isJSON ? await response.json() : null };
}

/** GET. Rejects when the server cannot be reached. */
export const get = url => once(url, { method: "GET" });

/** Looks that overlap: an answer counts unless one that was asked for later was there before it. */
export class Looks {
  asked = 0;
  taken = 0;

  begin() {
    return ++this.asked;
  }

  take(look) {
    if (look < this.taken) return false;
    this.taken = look;
    return true;
  }
}

/**
 * POST, repeated unchanged until the server answers: what is posted names the `expected_seq`
 * it has seen, so the server does it once however often it arrives. `onRetry` is told of each
 * try that failed. Resolves to { ok, status, data }; status 0: no answer in two minutes.
 */
export async function post(url, body, { onRetry = () => {}, patience = PATIENCE } = {}) {
  const until = performance.now() + patience;
  for (let wait = 400; ; wait = Math.min(2 * wait, 4000)) {
    try {
      const answer = await once(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
        body: JSON.stringify(body),
      });
      if (answer.status < 502 || answer.status > 504) return answer;
    } catch {
      // No answer: the server is away or the network is.
    }
    if (performance.now() + wait > until) return { ok: false, status: 0, data: null };
    onRetry();
    await sleep(wait);
  }
}
