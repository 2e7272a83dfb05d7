/** The sessionStorage key of the address to return to after the sign-in. */
export const returnToKey = 'ridgeline.returnTo';

/**
 * True after a deliberate sign-out, when there is nothing to return to: code that still runs on the old page must not
 * store its address.
 */
let leaving = false;

/** The stored address survives a visit to an identity provider and a reload, and is deleted with the tab. */
export function storeReturnTo(place: string): void {
  if (leaving) return;
  try {
    sessionStorage.setItem(returnToKey, place);
  } catch {
    // Without storage the sign-in leads to the company page.
  }
}

/** For a sign-out: the next sign-in in this tab leads to the start, even if the old page unmounts late. */
export function discardReturnTo(): void {
  leaving = true;
  try {
    sessionStorage.removeItem(returnToKey);
  } catch {
    // Nothing was stored.
  }
}

/** For a signed-in page: from here on, a session that expires stores the address to return to. */
export function enableReturnTo(): void {
  leaving = false;
}
