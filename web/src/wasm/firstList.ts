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

/** Rows that are drawn are on the screen a few frames later; for whoever taps meanwhile, and browsers that do not tell. */
const atTheLatest = 250;

function onScreen(tell: () => void): void {
  const told = globalThis.PerformanceObserver?.supportedEntryTypes ?? [];
  if (!told.includes('largest-contentful-paint')) {
    setTimeout(tell);
    return;
  }
  const drawn = performance.now();
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntries().some(({ startTime }) => startTime >= drawn)) done();
  });
  const done = () => {
    observer.disconnect();
    clearTimeout(timer);
    tell();
  };
  const timer = setTimeout(done, atTheLatest);
  observer.observe({ type: 'largest-contentful-paint' });
}

/** The rows are drawn: once the reader has them on the screen, the rest may come. */
export function listDrawn(): void {
  // A page that nobody looks at is never painted.
  if (document.hidden) seen();
  else requestAnimationFrame(() => onScreen(seen));
}
