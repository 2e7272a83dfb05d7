/** Marks the strip of unscheduled jobs as the place where a bar is taken off its days. */
export const stripTarget = { 'data-strip': true } as const;

/** Was the pointer let go over the strip? */
export function isOverStrip(event: Pick<MouseEvent, 'clientX' | 'clientY'> | TouchEvent): boolean {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event;
  if (at === undefined) return false;
  return document.elementFromPoint(at.clientX, at.clientY)?.closest('[data-strip]') != null;
}
