/** The cached files and responses of a browser. */
import { expect, type Page } from '@playwright/test';

/** The browser has all of the app, and hands it out. Looked at again and again: no event is missed that way. */
export const waitForServiceWorker = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const worker = await navigator.serviceWorker.getRegistration();
          return [worker?.active?.state, navigator.serviceWorker.controller?.state];
        }),
      {
        message: 'the service worker has cached the app and controls this page',
        intervals: [100, 250],
        timeout: 120_000,
      },
    )
    .toEqual(['activated', 'activated']);

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
          const tell = (names: string) => {
            shelf.close();
            resolve(names);
          };
          if (!shelf.objectStoreNames.contains('answers')) return tell('');
          const names = shelf.transaction('answers').objectStore('answers').getAllKeys();
          names.onsuccess = () => tell(JSON.stringify(names.result));
          names.onerror = () => tell('');
        };
      }),
  );

/** How a name stands in that list. */
export const cacheName = (name: string) => JSON.stringify(name).slice(1, -1);
