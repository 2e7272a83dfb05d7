/**
 * Navigates to a page outside the app, such as that of an identity provider. The browser's Back returns to this page.
 */
export const navigateAway = (address: string): void => window.location.assign(address);

/** The same, but Back leads to the page before this one: for pages that only redirect. */
export const replaceLocation = (address: string): void => window.location.replace(address);
