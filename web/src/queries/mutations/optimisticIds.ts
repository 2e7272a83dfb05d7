/** Temporary ids for what is shown before the server has stored it. */
const mark = 'on-its-way-';

let given = 0;

/** The same for what waits to be uploaded under this name. */
export const queuedId = (name: string): string => `${mark}${name}`;

/** An id for something that is being stored; the server's takes its place. */
export function optimisticId(): string {
  given += 1;
  return `${mark}${given}`;
}

/** Is this still being stored? Until then it can be neither changed nor deleted. */
export const isOptimisticId = (id: string): boolean => id.startsWith(mark);
