/**
 * The service worker of the pages of links: it keeps the few files of that page, so that it opens without a network and at
 * once. It keeps nothing of the app, and never handles calls to the API.
 */

/** Replaced by the build (scripts/linkWorkerManifest.mjs): the files of the page, and a hash of them. */
const built = { name: 'none', files: [] };

const page = '/guest.html';
const prefix = 'ridgeline-link ';
const cacheName = `${prefix}${built.name}`;

const cached = async (path) => (await caches.open(cacheName)).match(path, { ignoreVary: true });

async function precache() {
  const cache = await caches.open(cacheName);
  await cache.addAll(built.files.map((path) => new Request(path, { cache: 'no-cache' })));
}

/** Cache first: a new version is fetched by the browser in the background, and used from then on. */
const cacheFirst = async (request, path) => (await cached(path)) ?? fetch(request);

async function deleteOldCaches() {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  // A page that is open still loads from the previous one.
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener('install', (event) => event.waitUntil(precache().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim())),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname.startsWith('/g/')) event.respondWith(cacheFirst(request, page));
  else if (built.files.includes(pathname)) event.respondWith(cacheFirst(request, pathname));
});
