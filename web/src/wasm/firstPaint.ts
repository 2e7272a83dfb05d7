/** Longer than any first paint takes, in ms; for browsers without paint timing. */
const atTheLatest = 3_000;

/**
 * Resolves after the first paint, so that what is loaded then does not delay it. A hidden page is never painted:
 * there it resolves at once.
 */
export function firstPaint(): Promise<void> {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) done();
    });
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, atTheLatest);
    observer.observe({ type: 'paint', buffered: true });
  });
}
