/**
 * Who arrives at the list of jobs with a phone waits for its rows, and on a slow line everything that is fetched beside
 * them keeps them away for longer. So the rules, the typeface and what opens over the list come once they are seen.
 * Where nobody waits for a first list, nothing waits for it.
 */
let seen: () => void = () => undefined;
let wait: Promise<void> | null = null;

export const awaitList = (): void => {
  wait = new Promise((resolve) => {
    seen = resolve;
  });
};

export const isListAwaited = (): boolean => wait !== null;

/** Resolves when the first list is seen, or will not come. */
export const listSeen = (): Promise<void> => wait ?? Promise.resolve();

/** The rows are drawn: once the reader has them on the screen, the rest may come. */
export function listDrawn(): void {
  // A page that nobody looks at is never painted.
  if (document.hidden) seen();
  else requestAnimationFrame(() => setTimeout(seen));
}
