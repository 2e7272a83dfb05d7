/** Under this name the tab keeps where somebody wanted to go before they had to sign in. */
export const returnPlace = 'ridgeline.returnTo';

/** It outlives a visit to an identity provider, and a reload, and is forgotten with the tab. */
export function keepPlace(place: string): void {
  try {
    sessionStorage.setItem(returnPlace, place);
  } catch {
    // A browser that keeps nothing signs in to the company's page.
  }
}
