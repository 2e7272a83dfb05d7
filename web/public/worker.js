/**
 * Keeps the app in this browser, so that it opens on a roof without a network, and shows what the server pushes while
 * it is closed. What the API answers is none of its business.
 */

/** Written in when the app is built (scripts/shelf.mjs): what it consists of, and a name for exactly that. */
const built = { name: 'none', files: [] };

const page = '/index.html';
const shelf = `ridgeline ${built.name}`;

/** So long a page is waited for, in ms: one bar is often worse than none. */
const patience = 4_000;

/** So many are fetched at a time: the page that is open needs the network, too. */
const lanes = 3;

/** Assets carry a hash of their content in their names, so what an earlier version had is not fetched again. */
const isAsset = (path) => path.startsWith('/assets/');

async function stock() {
  const cache = await caches.open(shelf);
  const missing = [...built.files];
  const lane = async () => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift()) {
      const had = isAsset(path) ? await caches.match(path, { ignoreVary: true }) : undefined;
      const answer = had ?? (await fetch(path, { cache: isAsset(path) ? 'default' : 'no-cache' }));
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      await cache.put(path, answer);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** The version before stays: a page that is still open looks for its parts there. */
async function clear() {
  const shelves = (await caches.keys()).filter((name) => name.startsWith('ridgeline ') && name !== shelf);
  await Promise.all(shelves.slice(0, -1).map((name) => caches.delete(name)));
}

const kept = async (path) => (await caches.open(shelf)).match(path, { ignoreVary: true });

/** The newest version there is, as long as the server tells of it soon. */
async function open(request) {
  const answer = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  const first = await Promise.race([answer.catch(() => undefined), late]);
  if (first !== undefined && first.status < 500) return first;
  return (await kept(page)) ?? answer;
}

/** What was left out of the shelf is kept from its first use on. */
async function asset(request) {
  const had = await caches.match(request, { ignoreVary: true });
  if (had !== undefined) return had;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(shelf)).put(request, answer.clone());
  return answer;
}

const orKept = async (request, path) => {
  try {
    return await fetch(request);
  } catch (failure) {
    const had = await kept(path);
    if (had === undefined) throw failure;
    return had;
  }
};

self.addEventListener('install', (event) => event.waitUntil(stock().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => event.waitUntil(clear().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === '/' || /^\/app(\/|$)/.test(pathname)) event.respondWith(open(request));
  } else if (isAsset(pathname)) event.respondWith(asset(request));
  else if (built.files.includes(pathname)) event.respondWith(orKept(request, pathname));
});

self.addEventListener('push', (event) => {
  const { title, body, route, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { route } }));
});

async function lead(route) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const standing = windows.find(({ url }) => new URL(url).pathname.startsWith('/app'));
  if (standing === undefined) return self.clients.openWindow(route);
  await standing.focus();
  // The page goes there by itself: what was typed in it is not lost without a question.
  standing.postMessage({ type: 'open', route });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.route));
});

/** The app tells the server of the new one at its next start. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { options } = event.oldSubscription ?? {};
  if (options !== undefined) event.waitUntil(self.registration.pushManager.subscribe(options));
});
