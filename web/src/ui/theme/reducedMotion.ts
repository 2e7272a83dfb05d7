/** Whether this person asked the system for less motion. Style sheets ask by themselves. */
export const prefersReducedMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;
