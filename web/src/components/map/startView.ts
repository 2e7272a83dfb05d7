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

/** The smallest bounds with all of these places; undefined if there are none. */
export function boundsOf(places: readonly StartView['center'][]): MapBounds | undefined {
  const [first, ...rest] = places;
  if (first === undefined) return undefined;
  let [west, east] = [first.longitude, first.longitude];
  let [south, north] = [first.latitude, first.latitude];
  for (const { longitude, latitude } of rest) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return [
    [west, south],
    [east, north],
  ];
}
