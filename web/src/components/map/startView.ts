/** Where a map opens, and returns to. */
import type { Map as LibreMap } from 'maplibre-gl';

/** The corners in the south west and the north east, each as longitude and latitude. */
export type MapBounds = [[number, number], [number, number]];

export interface StartView {
  center: { latitude: number; longitude: number };
  zoom: number;
  /** In place of the center: all of this is in view. */
  bounds?: MapBounds | undefined;
}

/** A single place, or a few close to each other, are not shown nearer than this. */
const nearestZoom = 13;

/** Around the bounds, in px: for the pins, the buttons at the right, and the legend. */
const padding = { top: 64, right: 84, bottom: 72, left: 44 };

/** The most that the padding may take of a small map. */
const paddingShare = 0.5;

/** How bounds are shown in a map of this size. */
export function fitOptions({ clientWidth, clientHeight }: Pick<Element, 'clientWidth' | 'clientHeight'>) {
  const across = (clientWidth * paddingShare) / (padding.left + padding.right);
  const down = (clientHeight * paddingShare) / (padding.top + padding.bottom);
  const share = Math.min(1, across, down);
  const shrunk = {
    top: padding.top * share,
    right: padding.right * share,
    bottom: padding.bottom * share,
    left: padding.left * share,
  };
  return { padding: shrunk, maxZoom: nearestZoom };
}

export function goToStart(map: LibreMap, { center, zoom, bounds }: StartView, animate: boolean): void {
  if (bounds !== undefined) {
    map.fitBounds(bounds, { ...fitOptions(map.getContainer()), linear: true, animate });
    return;
  }
  const camera = { center: [center.longitude, center.latitude] as [number, number], zoom };
  if (animate) map.easeTo(camera);
  else map.jumpTo(camera);
}

/** The length of a degree of latitude, in meters. */
const degree = 111_200;

/** A larger circle is cut off: one job whose region alone is known must not shrink the others to a point. In meters. */
const widestCircle = 20_000;

/** A place, and the radius in meters of the circle round it, if it has one. */
type Place = StartView['center'] & { radius?: number | undefined };

/** The smallest bounds with all of these places and their circles; undefined if there are none. */
export function boundsOf(places: readonly Place[]): MapBounds | undefined {
  if (places.length === 0) return undefined;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { longitude, latitude, radius = 0 } of places) {
    const up = Math.min(radius, widestCircle) / degree;
    const across = up / Math.cos((latitude * Math.PI) / 180);
    west = Math.min(west, longitude - across);
    east = Math.max(east, longitude + across);
    south = Math.min(south, latitude - up);
    north = Math.max(north, latitude + up);
  }
  return [
    [west, south],
    [east, north],
  ];
}
