/** Marks the strip of unscheduled jobs as a drop target that unschedules a job. */
export const stripTarget = { 'data-strip': true } as const;

/** True if the pointer was released over the strip. */
export function isOverStrip(event: Pick<MouseEvent, 'clientX' | 'clientY'> | TouchEvent): boolean {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event;
  if (at === undefined) return false;
  return document.elementFromPoint(at.clientX, at.clientY)?.closest('[data-strip]') != null;
}
