/** Well-known cities around a place with distance and direction, for orientation where no streets are drawn. */
import type { City } from './cities';

export interface Place {
  latitude: number;
  longitude: number;
}

/** The radius of the earth, in miles. */
const earth = 3958.8;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** In miles, as the crow flies. */
export function miles(a: Place, b: Place): number {
  const lat = radians(b.latitude - a.latitude) / 2;
  const lng = radians(b.longitude - a.longitude) / 2;
  const chord =
    Math.sin(lat) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(lng) ** 2;
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** '5.2 mi'; whole miles from ten on. Crews write numbers as in the United States in both languages. */
export const milesText = (distance: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit: 'mile',
    maximumFractionDigits: distance < 10 ? 1 : 0,
  }).format(distance);

export interface NearbyPlace {
  city: City;
  distance: number;
}

/** A city with this population, in thousands, is known in its whole region. */
const big = 100;
/** The greatest distance of the first city and of the others, in miles. */
const farthest = 150;
const near = 50;
/** The greatest number of other cities. It exceeds what is shown, because labels that would touch are dropped. */
const most = 60;

/** Cities `outside` the view for orientation: the nearest big one, then the nearest others. */
export function nearbyPlaces(
  cities: readonly City[],
  from: Place,
  outside: (city: City) => boolean,
): NearbyPlace[] {
  const around = cities
    .map((city) => ({ city, distance: miles(from, city) }))
    .filter(({ city, distance }) => distance < farthest && outside(city))
    .sort((a, b) => a.distance - b.distance);
  const known = around.find(({ city }) => city.people >= big) ?? around[0];
  if (known === undefined) return [];
  return [known, ...around.filter((one) => one !== known && one.distance < near).slice(0, most)];
}

/** The latitude so many miles north of a place. */
export const north = ({ latitude }: Place, distance: number): number =>
  latitude + (distance / earth) * (180 / Math.PI);

export interface Point {
  x: number;
  y: number;
}

/** Where a line from a point in a box towards another one leaves the box. */
export function leaves(
  box: { left: number; top: number; right: number; bottom: number },
  from: Point,
  to: Point,
): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const ahead = (way: number, low: number, high: number) =>
    way === 0 ? Number.POSITIVE_INFINITY : (way > 0 ? high : low) / Math.abs(way);
  const share = Math.min(
    ahead(dx, from.x - box.left, box.right - from.x),
    ahead(dy, from.y - box.top, box.bottom - from.y),
  );
  return Number.isFinite(share) ? { x: from.x + dx * share, y: from.y + dy * share } : from;
}
