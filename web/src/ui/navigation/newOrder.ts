/** A purchase order that was just created opens with the choice of its products: without them it cannot be sent. */

/** The state of the history entry that leads to the order. */
export const chooseProducts = { products: true } as const;

export const choosesProducts = (state: unknown): boolean =>
  (state as Partial<typeof chooseProducts> | null)?.products === true;
