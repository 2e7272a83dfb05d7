/**
 * Instants and wall times. An instant is RFC 3339 in UTC, as the server stores it; a wall time is `YYYY-MM-DDTHH:MM`
 * without a zone. In the night in which the clocks go forward one hour is skipped: its wall times are read as if the
 * clocks had not changed, so 02:30 becomes 03:30. In the night in which they go back one hour is repeated: its wall
 * times are read as the first of the two. (Temporal's `compatible` disambiguation.)
 */
import { getBasic } from 'temporal-polyfill/fns/Calendar';
import * as Instants from 'temporal-polyfill/fns/Instant';
import * as Walls from 'temporal-polyfill/fns/PlainDateTime';
import * as Zoned from 'temporal-polyfill/fns/ZonedDateTime';

const read = (wall: string) => Walls.fromString(wall, getBasic);

/** The wall time of the zone at this instant, to the minute. */
export const wallOf = (instant: string, zone: string): string =>
  Walls.toString(Zoned.toPlainDateTime(Instants.toZonedDateTimeISO(Instants.fromString(instant), zone)), {
    smallestUnit: 'minute',
  });

/** The instant of a wall time in the zone; null for an invalid wall time. */
export function instantOf(wall: string, zone: string): string | null {
  try {
    const at = Walls.toZonedDateTime(read(wall), zone, { disambiguation: 'compatible' });
    return Instants.toString(Zoned.toInstant(at));
  } catch (failure) {
    if (failure instanceof RangeError) return null;
    throw failure;
  }
}

export const dayOfWall = (wall: string): string => wall.slice(0, 10);

export const timeOfWall = (wall: string): string => wall.slice(11, 16);

/** The current wall time of the zone. */
export const wallNow = (zone: string): string => wallOf(new Date().toISOString(), zone);

/** The minutes from one instant to another. */
export const minutesFrom = (start: string, end: string): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / 60_000);

/** A wall time plus minutes, without daylight saving: for positions in a grid of hours. */
export const wallPlus = (wall: string, minutes: number): string =>
  Walls.toString(Walls.addMinutes(read(wall), minutes), { smallestUnit: 'minute' });
