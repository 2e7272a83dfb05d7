/** Under this name the tab keeps where somebody wanted to go before they had to sign in. */
export const returnPlace = 'ridgeline.returnTo';

/** Whoever signs out on purpose goes nowhere next: what still runs on the page they leave must not keep its place. */
let leaving = false;

/** It outlives a visit to an identity provider, and a reload, and is forgotten with the tab. */
export function keepPlace(place: string): void {
  if (leaving) return;
  try {
    sessionStorage.setItem(returnPlace, place);
  } catch {
    // A browser that keeps nothing signs in to the company's page.
  }
}

/** For a sign-out: whoever signs in next in this tab starts at the beginning, even if the old page ends late. */
export function dropPlace(): void {
  leaving = true;
  try {
    sessionStorage.removeItem(returnPlace);
  } catch {
    // Nothing was kept.
  }
}

/** For an arrival inside: from here on, a session that ends by itself leads back. */
export function followPlace(): void {
  leaving = false;
}
