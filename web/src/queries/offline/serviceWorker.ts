/** The service worker of the app: it caches the files of the app and shows push notifications. */
export const serviceWorkerPath = '/worker.js';

/** Not in development. */
export async function registerServiceWorker(): Promise<void> {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    await navigator.serviceWorker.register(serviceWorkerPath);
}
