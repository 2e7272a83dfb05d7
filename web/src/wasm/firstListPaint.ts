/**
 * On a phone that opens the list of jobs first, everything else that is loaded at the same time delays its rows. So
 * the rules, the typeface and the overlays are deferred until the rows are painted. Any other page defers nothing.
 */
let resolvePainted: () => void = () => undefined;
let painted: Promise<void> | null = null;

export const deferUntilFirstList = (): void => {
  painted = new Promise((resolve) => {
    resolvePainted = resolve;
  });
};

export const isFirstListPending = (): boolean => painted !== null;

/** Resolves when the first list is painted, or will not be. */
export const firstListPainted = (): Promise<void> => painted ?? Promise.resolve();

/**
 * How long to wait for the paint at most, in ms: rendered rows are on the screen a few frames later. For users who
 * tap before, and browsers without this performance entry.
 */
const maxPaintDelay = 250;

function afterPaint(callback: () => void): void {
  const entryTypes = globalThis.PerformanceObserver?.supportedEntryTypes ?? [];
  if (!entryTypes.includes('largest-contentful-paint')) {
    setTimeout(callback);
    return;
  }
  const drawn = performance.now();
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntries().some(({ startTime }) => startTime >= drawn)) done();
  });
  const done = () => {
    observer.disconnect();
    clearTimeout(timer);
    callback();
  };
  const timer = setTimeout(done, maxPaintDelay);
  observer.observe({ type: 'largest-contentful-paint' });
}

/** The rows are rendered: once they are painted, the deferred resources are loaded. */
export function reportListRendered(): void {
  // A hidden page is never painted.
  if (document.hidden) resolvePainted();
  else requestAnimationFrame(() => afterPaint(resolvePainted));
}
