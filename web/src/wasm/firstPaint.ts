/** Longer than any first paint takes; for browsers that do not tell. */
const atTheLatest = 3_000;

/**
 * Resolves once the reader sees something. What is fetched afterwards does not keep the first picture from them. A
 * page that nobody looks at is never painted: there it resolves at once.
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
