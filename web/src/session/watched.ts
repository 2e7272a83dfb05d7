/**
 * For what several companies look at together. While its screen is open it is asked for again every few seconds, so
 * that an assignment, an answer or a photo of the other company shows without anybody doing something. Where nothing
 * changed the server says so in a few bytes.
 */
export const watched = { refetchInterval: 5_000 } as const;
