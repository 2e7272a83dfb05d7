/** The session of a browser, as the app stores it. */
import { expect, type Page } from '@playwright/test';

const name = 'ridgeline.token';

/** Signs a user in on the current page only: after a sign-out the next load is signed out. */
export const storeToken = (page: Page, token: string): Promise<void> =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [name, token] as const);

/** After a sign-out the start page shows before the response; the token is deleted afterwards. */
export const expectSignedOut = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate((key) => sessionStorage.getItem(key) ?? localStorage.getItem(key), name), {
      message: 'the token is deleted',
    })
    .toBeNull();
