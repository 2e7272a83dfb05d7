/** Leaves the app for a page that is none of its own, such as an identity provider's. One can come back to this one. */
export const leaveFor = (address: string): void => window.location.assign(address);

/** The same, and the way back leads to the page before this one: for a page that only sends people on. */
export const goOnTo = (address: string): void => window.location.replace(address);
