// Shows a paper again where there is no connection: the page as its contestant last saw it, with
// what belongs to it. Everything else goes to the server as ever, and so does the page wherever
// the server answers; an answer that is not this paper being written throws away what is kept.

const PAPER = new URL("./", self.location).pathname;
const NAME = `taikai-paper ${PAPER} `; // and whose it is
const KEEPS = "X-Keep-For", KEPT_AT = "X-Kept-At";
const AWAY = [502, 503, 504];
const PARTS = ["/static/", "/j/images/"];

const ours = async () => (await caches.keys()).filter(name => name.startsWith(NAME));
const forget = async () => Promise.all((await ours()).map(name => caches.delete(name)));

async function keep(answer) {
  const person = answer.ok && answer.headers.get(KEEPS);
  for (const name of await ours()) if (name !== NAME + person) await caches.delete(name);
  if (!person) return;
  const headers = new Headers(answer.headers), cache = await caches.open(NAME + person);
  headers.set(KEPT_AT, Date.now());
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  await cache.put(PAPER, new Response(await answer.blob(), { headers }));
}

/** The page as it was kept, which is told how many ms ago that was. */
async function again() {
  const found = await kept(PAPER);
  if (!found) return null;
  const age = Date.now() - Number(found.headers.get(KEPT_AT)), text = await found.text();
  return new Response(text.replace("<body", `<body data-again="${age}"`), { headers: found.headers });
}

async function kept(request) {
  for (const name of await ours()) {
    const found = await (await caches.open(name)).match(request);
    if (found) return found;
  }
  return null;
}

async function page(event) {
  try {
    const answer = await fetch(event.request);
    const known = AWAY.includes(answer.status) && (await again());
    if (known) return known;
    if (!AWAY.includes(answer.status)) event.waitUntil(keep(answer.clone()));
    return answer;
  } catch (error) {
    const known = await again();
    if (known) return known;
    throw error;
  }
}

async function part(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await kept(request);
    if (known) return known;
    throw error;
  }
}

/** The page as the server has it now, and the addresses of what belongs to it. */
async function keepAll(parts) {
  await keep(await fetch(PAPER, { headers: { Accept: "text/html" }, redirect: "manual" }));
  const [name] = await ours();
  if (!name) return;
  const cache = await caches.open(name);
  for (const url of parts) if (!(await cache.match(url))) await cache.add(url).catch(() => {});
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));
self.addEventListener("message", event => {
  const { parts } = event.data;
  const told = () => event.ports[0]?.postMessage("done");
  event.waitUntil((parts ? keepAll(parts) : forget()).then(told, told));
});
self.addEventListener("fetch", event => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && url.pathname === PAPER) event.respondWith(page(event));
  else if (PARTS.some(start => url.pathname.startsWith(start))) event.respondWith(part(request));
});
