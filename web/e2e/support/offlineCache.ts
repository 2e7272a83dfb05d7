/** The cached files and responses of a browser. */
import type { Page } from '@playwright/test';

/** The browser has all of the app, and hands it out. */
export const waitForServiceWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((taken) => navigator.serviceWorker.addEventListener('controllerchange', taken));
  });

/** The names of what this browser keeps of the server's answers. */
export const cachedResponses = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const asked = indexedDB.open('ridgeline.kept');
        // Where there is none, looking must not make one.
        asked.onupgradeneeded = () => asked.transaction?.abort();
        asked.onerror = () => resolve('');
        asked.onsuccess = () => {
          const shelf = asked.result;
          const names = shelf.transaction('answers').objectStore('answers').getAllKeys();
          names.onsuccess = () => {
            shelf.close();
            resolve(JSON.stringify(names.result));
          };
        };
      }),
  );

/** How a name stands in that list. */
export const cacheName = (name: string) => JSON.stringify(name).slice(1, -1);
