/** The cached files and responses of a browser. */
import { expect, type Page } from '@playwright/test';

/** Waits until the service worker has cached the app and controls the page. It polls, so that no event is missed. */
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

/** The keys of the server responses that are cached in this browser. */
export const cachedResponses = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('ridgeline.kept');
        // Must not create a missing database.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onerror = () => resolve('');
        request.onsuccess = () => {
          const database = request.result;
          const respond = (names: string) => {
            database.close();
            resolve(names);
          };
          if (!database.objectStoreNames.contains('answers')) return respond('');
          const names = database.transaction('answers').objectStore('answers').getAllKeys();
          names.onsuccess = () => respond(JSON.stringify(names.result));
          names.onerror = () => respond('');
        };
      }),
  );

/** Whether a response that is cached in this browser under this key has this text in it. */
export const isCachedWith = (page: Page, key: string, text: string) =>
  page.evaluate(
    ([name, part]) =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open('ridgeline.kept');
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onerror = () => resolve(false);
        request.onsuccess = () => {
          const answer = request.result.transaction('answers').objectStore('answers').get(name);
          answer.onsuccess = () => {
            request.result.close();
            resolve(JSON.stringify(answer.result ?? null).includes(part));
          };
        };
      }),
    [key, text] as const,
  );

/** The format of a key in that list. */
export const cacheName = (name: string) => JSON.stringify(name).slice(1, -1);
