/** Narrower than this is a phone. */
export const phoneQuery = '(max-width: 47.99em)';
