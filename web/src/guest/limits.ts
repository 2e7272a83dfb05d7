/**
 * The most characters of the texts on a link's page. They are those of the domain, which is not loaded here; a test
 * compares them.
 */
export const textLimits = { line: 1_000, lines: 10_000, reason: 500 } as const;
