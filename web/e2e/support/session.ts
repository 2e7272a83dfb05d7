/** The session of a browser, as the app stores it. */
import { expect, type Page } from '@playwright/test';

const name = 'ridgeline.token';

/** Signs somebody in on this page alone: who signs out there stays signed out at the next load. */
export const storeToken = (page: Page, token: string): Promise<void> =>
  page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [name, token] as const);

/** After a sign-out the start page shows before the server has answered, and the token goes after that. */
export const expectSignedOut = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate((key) => sessionStorage.getItem(key) ?? localStorage.getItem(key), name), {
      message: 'the token is deleted',
    })
    .toBeNull();
