// The service worker of a site: it keeps all files of one version, and answers with them, so that the site works without
// a network. A new version is loaded as a whole beside the old one, and replaces it when the player says so; pages of
// the old version keep their files. The site's builder writes VERSION and FILES before this.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = new URL(worker.registration.scope);
const prefix = `lianliankan ${scope.pathname} `; // of the names of caches: an origin may have several sites

worker.addEventListener("install", (event) => event.waitUntil(keepFiles()));
worker.addEventListener("activate", (event) => event.waitUntil(Promise.all([tidyUp(), worker.clients.claim()])));
worker.addEventListener("message", ({ data }) => {
  if (data?.type === "activate") void worker.skipWaiting();
  if (data?.type === "tidy") void tidyUp();
});
worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(scope.href)) return;
  const path = url.slice(scope.href.length).replace(/[?#].*$/, "");
  if (path === "" || path === "index.html") event.respondWith(answer("./"));
  else if (path in FILES || /^[0-9a-f]{12}\//.test(path)) event.respondWith(answer(path));
});

/** Keep every file of this version; those that have not changed are taken from the versions that are kept already. */
async function keepFiles() {
  const cache = await caches.open(prefix + VERSION);
  const known = await findKept();
  const keep = async (/** @type {[string, string]} */ [path, hash]) => {
    const address = new URL(path, scope);
    const mode = path.startsWith(VERSION) ? "default" : "reload"; // others have the same address in every version
    const found = known.get(hash)?.clone();
    if (found) await cache.put(address, found);
    else await cache.add(new Request(address, { cache: mode }));
  };
  await Promise.all(Object.entries(FILES).map(keep));
  await cache.put(listAddress(VERSION), Response.json(FILES));
}

/**
 * Return where the list of a version's files is kept.
 * @param {string} version
 */
function listAddress(version) {
  return new URL(`${version}/files.json`, scope);
}

/** Find all files that are kept, by their hashes. */
async function findKept() {
  /** @type {Map<string, Response>} */
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix)) continue;
    const cache = await caches.open(name);
    const list = await (await cache.match(listAddress(name.slice(prefix.length))))?.json();
    for (const [path, hash] of Object.entries(/** @type {Record<string, string>} */ (list ?? {}))) {
      const response = await cache.match(new URL(path, scope));
      if (response) found.set(hash, response);
    }
  }
  return found;
}

/**
 * Answer with a file of this version, of another one that is kept, or of the network.
 * @param {string} path
 */
async function answer(path) {
  const address = new URL(path, scope);
  const own = await (await caches.open(prefix + VERSION)).match(address);
  return own ?? (await caches.match(address)) ?? fetch(address);
}

/** Forget the versions that no page uses any more; a page holds a lock with the name of its version's cache. */
async function tidyUp() {
  if (worker.registration.waiting ?? worker.registration.installing) return; // which takes what it can from the others
  const { held = [] } = await navigator.locks.query();
  const used = new Set([prefix + VERSION, ...held.map(({ name }) => name)]);
  const unused = (await caches.keys()).filter((name) => name.startsWith(prefix) && !used.has(name));
  await Promise.all(unused.map((name) => caches.delete(name)));
}
