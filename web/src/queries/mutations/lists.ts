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
