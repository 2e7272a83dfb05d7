/** Narrower than this is a phone. */
export const phone = '(max-width: 47.99em)';
