/**
 * The company's day: whoever plans from another time zone, or on a phone with a wrong one, sees the same day as the
 * office.
 */
import { dayOf } from './dates';

let zone: string | null = null;

/**
 * Of the `Temporal` of newer browsers: it is there at once. A formatter takes a slow phone 100 ms, and the polyfill of
 * `wallTime.ts` makes one.
 */
interface ZonedTimes {
  Instant: {
    fromEpochMilliseconds: (ms: number) => {
      toZonedDateTimeISO: (zone: string) => {
        toPlainDateTime: () => { toString: (options: { smallestUnit: 'minute' }) => string };
      };
    };
  };
}

const zonedTimes = (globalThis as { Temporal?: ZonedTimes }).Temporal;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(timeZone, known);
  return known;
}

/** `YYYY-MM-DDTHH:MM` in a zone. Throws a `RangeError` for an unknown one. */
function minuteIn(timeZone: string, now: Date): string {
  if (zonedTimes !== undefined)
    return zonedTimes.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' });
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Set with the session; null without one. */
export function setCompanyZone(next: string | null): void {
  try {
    if (next !== null) minuteIn(next, new Date());
    zone = next;
  } catch {
    // An old browser does not know this zone: the day of the device is the best there is.
    zone = null;
  }
}

const two = (number: number) => String(number).padStart(2, '0');

/** The company's time as `YYYY-MM-DDTHH:MM:00`; without a session that of this device. */
export function companyNow(now: Date = new Date()): string {
  if (zone === null) return `${dayOf(now)}T${two(now.getHours())}:${two(now.getMinutes())}:00`;
  return `${minuteIn(zone, now)}:00`;
}

/** The company's day, `YYYY-MM-DD`. */
export const companyToday = (now?: Date): string => companyNow(now).slice(0, 10);
