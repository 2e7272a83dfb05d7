/** How long a busy page may put work off by default, in ms. */
const longestDelay = 2_000;

/** Runs work when the browser is idle, at the latest after `timeout` ms. Returns a function that cancels it. */
export function whenIdle(work: () => void, timeout = longestDelay): () => void {
  // Safari does not support idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(work, { timeout });
  return () => window.cancelIdleCallback(handle);
}
