/** The service worker of the app: it caches the files of the app and shows push notifications. */
export const serviceWorkerPath = '/worker.js';

/**
 * Not in development. A page that was still loading while the worker was activated is missed by the worker's own
 * claim, and would run without it until the next load: it asks to be claimed.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(serviceWorkerPath);
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null) active?.postMessage({ type: 'claim' });
}
