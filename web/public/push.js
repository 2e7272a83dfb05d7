/** Shows what the server pushes to this browser while the app is closed, and opens the page that it is about. */
self.addEventListener('push', (event) => {
  const { title, body, route, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { route } }));
});

async function open(route) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const standing = windows.find(({ url }) => new URL(url).pathname.startsWith('/app'));
  if (standing === undefined) return self.clients.openWindow(route);
  await standing.focus();
  // The page goes there by itself: what was typed in it is not lost without a question.
  standing.postMessage({ type: 'open', route });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.route));
});

/** The app tells the server of the new one at its next start. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { options } = event.oldSubscription ?? {};
  if (options !== undefined) event.waitUntil(self.registration.pushManager.subscribe(options));
});
