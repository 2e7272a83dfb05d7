/** A list opens inside its dialog. From outside, over a page that is scrolled, it would lose its field and flicker. */
export const selectInDialog = { withinPortal: false } as const;
