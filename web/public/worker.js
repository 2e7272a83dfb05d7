/**
 * The service worker: it caches the files of the app, so that it opens without a network, and shows push notifications.
 * It never handles calls to the API.
 */

/**
 * Replaced by the build (scripts/precacheManifest.mjs): the files to precache, those that draw maps with the streets of
 * the server's file, and a hash of all.
 */
const built = { name: 'none', files: [], mapFiles: [] };

const page = '/index.html';
const cacheName = `ridgeline ${built.name}`;

/** How long a navigation waits for the network, in ms, before the cached page is used. */
const networkTimeout = 4_000;

/** How many files are fetched at a time: the open page needs the network, too. */
const concurrency = 3;

/** Assets have a content hash in their names, so those of an earlier version are reused. */
const isAsset = (path) => path.startsWith('/assets/');

async function precache(files) {
  const cache = await caches.open(cacheName);
  const missing = [...files];
  const fetchNext = async () => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift()) {
      const hit = isAsset(path) ? await caches.match(path, { ignoreVary: true }) : undefined;
      const response = hit ?? (await fetch(path, { cache: isAsset(path) ? 'default' : 'no-cache' }));
      if (!response.ok) throw new Error(`${path}: status ${response.status}`);
      await cache.put(path, response);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, fetchNext));
}

/** Preserves the cache of the previous version: a page that is still open loads its chunks from there. */
async function deleteOldCaches() {
  const oldCaches = (await caches.keys()).filter(
    (name) => name.startsWith('ridgeline ') && name !== cacheName,
  );
  await Promise.all(oldCaches.slice(0, -1).map((name) => caches.delete(name)));
}

const cached = async (path) => (await caches.open(cacheName)).match(path, { ignoreVary: true });

/** Network first: the newest page if it arrives in time, else the cached one. */
async function navigation(request) {
  const response = fetch(request);
  const timeout = new Promise((resolve) => setTimeout(resolve, networkTimeout));
  const first = await Promise.race([response.catch(() => undefined), timeout]);
  if (first !== undefined && first.status < 500) return first;
  return (await cached(page)) ?? response;
}

/** Cache first. Files that are not precached are cached on their first use. */
async function cacheFirst(request) {
  const hit = await caches.match(request, { ignoreVary: true });
  if (hit !== undefined) return hit;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(cacheName)).put(request, response.clone());
  return response;
}

const networkFirst = async (request, path) => {
  try {
    return await fetch(request);
  } catch (failure) {
    const hit = await cached(path);
    if (hit === undefined) throw failure;
    return hit;
  }
};

self.addEventListener('install', (event) =>
  event.waitUntil(precache(built.files).then(() => self.skipWaiting())),
);

self.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim())),
);

/** The files that draw maps, as far as they are missing. Without them, maps need a network. */
async function cacheMapFiles() {
  const cache = await caches.open(cacheName);
  const kept = await Promise.all(built.mapFiles.map((path) => cache.match(path, { ignoreVary: true })));
  await precache(built.mapFiles.filter((_, at) => kept[at] === undefined));
}

/**
 * `claim` is sent by a page that began to load before the activation and finished after it, and `cacheMapFiles` by a
 * page that keeps the tiles of maps.
 */
self.addEventListener('message', (event) => {
  if (event.data?.type === 'claim') event.waitUntil(self.clients.claim());
  if (event.data?.type === 'cacheMapFiles') event.waitUntil(cacheMapFiles().catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === '/' || /^\/app(\/|$)/.test(pathname)) event.respondWith(navigation(request));
  } else if (isAsset(pathname)) event.respondWith(cacheFirst(request));
  else if (built.files.includes(pathname)) event.respondWith(networkFirst(request, pathname));
});

self.addEventListener('push', (event) => {
  const { title, body, route, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { route } }));
});

async function openRoute(route) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const appWindow = windows.find(({ url }) => new URL(url).pathname.startsWith('/app'));
  if (appWindow === undefined) return self.clients.openWindow(route);
  await appWindow.focus();
  // The page navigates itself, so that it can ask before unsaved input is lost.
  appWindow.postMessage({ type: 'open', route });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openRoute(event.notification.data.route));
});

/** The app sends the new subscription to the server at its next start. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { options } = event.oldSubscription ?? {};
  if (options !== undefined) event.waitUntil(self.registration.pushManager.subscribe(options));
});
