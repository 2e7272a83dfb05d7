/** Applies changes to a list and its items. */
interface Listed {
  id: string;
}

export const without = <T extends Listed>(all: readonly T[], id: string): T[] =>
  all.filter((each) => each.id !== id);

/** Replaces the item with the same id, or appends it. */
export const withOne = <T extends Listed>(all: readonly T[], one: T): T[] => {
  const at = all.findIndex(({ id }) => id === one.id);
  return at < 0 ? [...all, one] : all.with(at, one);
};

/** The changed fields, or a function of the current item: adding a tag must not change the other tags. */
export type Patch<T> = Partial<T> | ((one: T) => Partial<T>);

export const applyPatch = <T extends object>(one: T, patch: Patch<T>): T => ({
  ...one,
  ...(typeof patch === 'function' ? patch(one) : patch),
});

export const patched = <T extends Listed>(all: readonly T[], id: string, patch: Patch<T>): T[] =>
  all.map((each) => (each.id === id ? applyPatch(each, patch) : each));

/** A change of one item; null deletes it. */
export interface ListedChange<T> {
  id: string;
  patch: Patch<T> | null;
}

/** The list after the changes. */
export const applyChanges = <T extends Listed>(all: T[], changes: readonly ListedChange<T>[]): T[] =>
  changes.reduce((now, { id, patch }) => (patch === null ? without(now, id) : patched(now, id, patch)), all);
