/** The one worker of the app: it keeps the app itself for the time without a network, and shows what is pushed. */
export const workerPath = '/worker.js';

/** Not where pages are built anew while one looks at them. */
export async function startWorker(): Promise<void> {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    await navigator.serviceWorker.register(workerPath);
}
