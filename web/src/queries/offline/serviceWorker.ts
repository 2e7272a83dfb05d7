/** The service worker of the app: it caches the files of the app and shows push notifications. */
export const serviceWorkerPath = '/worker.js';

/**
 * Not in development. The worker claims open pages when it is activated, but misses a page that is still loading, so
 * the page requests the claim.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(serviceWorkerPath);
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null) active?.postMessage({ type: 'claim' });
}

/** Asks the worker, once it is active, to cache the files that draw maps, which it else caches with the first map. */
export async function cacheMapFiles(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'cacheMapFiles' });
}
