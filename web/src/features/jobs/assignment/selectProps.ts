/** Opens a list inside its dialog. In a portal over a scrolled page, it would detach from its field and flicker. */
export const selectInDialog = { withinPortal: false } as const;
