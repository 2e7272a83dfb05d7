/** Temporary ids for items that are shown before the server has stored them. */
const mark = 'on-its-way-';

let given = 0;

/** The same for a queued item with this key. */
export const queuedId = (name: string): string => `${mark}${name}`;

/** An id for an item that is being stored; the server's id replaces it. */
export function optimisticId(): string {
  given += 1;
  return `${mark}${given}`;
}

/** Is the item still being stored? Until then it can be neither changed nor deleted. */
export const isOptimisticId = (id: string): boolean => id.startsWith(mark);
