/** The sessionStorage key of the address to return to after the sign-in. */
export const returnToKey = 'ridgeline.returnTo';

/**
 * After a sign-out on purpose there is nothing to return to: code that still runs on the old page must not store it.
 */
let leaving = false;

/** It outlives a visit to an identity provider, and a reload, and is forgotten with the tab. */
export function storeReturnTo(place: string): void {
  if (leaving) return;
  try {
    sessionStorage.setItem(returnToKey, place);
  } catch {
    // Without storage the sign-in leads to the company page.
  }
}

/** For a sign-out: the next sign-in in this tab starts at the beginning, even if the old page unmounts late. */
export function discardReturnTo(): void {
  leaving = true;
  try {
    sessionStorage.removeItem(returnToKey);
  } catch {
    // Nothing was stored.
  }
}

/** For an arrival inside: from here on, a session that ends by itself leads back. */
export function enableReturnTo(): void {
  leaving = false;
}
