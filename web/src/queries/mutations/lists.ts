/** What a change makes of a list, and of one thing in it. */
interface Listed {
  id: string;
}

export const without = <T extends Listed>(all: readonly T[], id: string): T[] =>
  all.filter((each) => each.id !== id);

/** In its place, or at the end. */
export const withOne = <T extends Listed>(all: readonly T[], one: T): T[] => {
  const at = all.findIndex(({ id }) => id === one.id);
  return at < 0 ? [...all, one] : all.with(at, one);
};

/** The fields that a change touches, or how they follow from the thing: adding a tag must not touch the other tags. */
export type Patch<T> = Partial<T> | ((one: T) => Partial<T>);

export const applyPatch = <T extends object>(one: T, patch: Patch<T>): T => ({
  ...one,
  ...(typeof patch === 'function' ? patch(one) : patch),
});

export const patched = <T extends Listed>(all: readonly T[], id: string, patch: Patch<T>): T[] =>
  all.map((each) => (each.id === id ? applyPatch(each, patch) : each));

/** A change of one thing; null deletes it. */
export interface ListedChange<T> {
  id: string;
  patch: Patch<T> | null;
}

/** The list after the changes. */
export const applyChanges = <T extends Listed>(all: T[], changes: readonly ListedChange<T>[]): T[] =>
  changes.reduce((now, { id, patch }) => (patch === null ? without(now, id) : patched(now, id, patch)), all);
