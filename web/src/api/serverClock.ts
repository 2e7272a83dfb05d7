/** The time of the server: the clock of a phone may be wrong by a day, and may be set while something waits. */

/** How far the server's clock is ahead of this one, in ms; 0 until the first response of this page. */
let ahead = 0;

/** Notes the `Date` of a response. Without one the clock stays as it was. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** Now, in ms, within the seconds that a response takes. */
export const serverNow = (): number => Date.now() + ahead;
