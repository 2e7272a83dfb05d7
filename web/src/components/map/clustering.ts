/** Clusters markers that would overlap, and says how many they are. */
import type { Paint } from '@/ui/jobs/jobColor';

/** Something at a place, as the map shows it. */
export interface MapMarker {
  id: string;
  latitude: number;
  longitude: number;
  color: Paint;
  /** What it is called by those who do not see it, and in the list of a gathering. */
  label: string;
  /** Grey with a check instead of the mark: state is never color alone. */
  done?: boolean;
}

export interface MarkerCluster {
  markers: [MapMarker, ...MapMarker[]];
  latitude: number;
  longitude: number;
}

/** Nearer than this they cover each other, in pixels. */
const near = 30;

/** The position of a place on the flat world of a zoom level, in px. */
function onWorld({ latitude, longitude }: MapMarker, zoom: number): [number, number] {
  const size = 512 * 2 ** zoom;
  const turn = (Math.min(85, Math.max(-85, latitude)) * Math.PI) / 180;
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + turn / 2)) / (2 * Math.PI);
  return [(longitude / 360 + 0.5) * size, y * size];
}

interface Heap {
  x: number;
  y: number;
  markers: [MapMarker, ...MapMarker[]];
}

/** One pass over all markers, whatever their number: each looks only into the squares around its own. */
export function clusterMarkers(markers: readonly MapMarker[], zoom: number): MarkerCluster[] {
  const squares = new Map<string, Heap[]>();
  const heaps: Heap[] = [];
  for (const marker of markers) {
    const [x, y] = onWorld(marker, zoom);
    const column = Math.floor(x / near);
    const row = Math.floor(y / near);
    const around = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => squares.get(`${column + dx}:${row + dy}`) ?? []),
    );
    const found = around.find((heap) => Math.hypot(heap.x - x, heap.y - y) < near);
    if (found !== undefined) {
      found.markers.push(marker);
      continue;
    }
    const heap: Heap = { x, y, markers: [marker] };
    const key = `${column}:${row}`;
    const square = squares.get(key);
    if (square === undefined) squares.set(key, [heap]);
    else square.push(heap);
    heaps.push(heap);
  }
  return heaps.map(({ markers: [first, ...others] }) => ({
    markers: [first, ...others],
    latitude: first.latitude,
    longitude: first.longitude,
  }));
}

/** All at one point: no zoom takes them apart. Jobs whose street is unknown share the middle of their ZIP code. */
export const isSinglePoint = ({ markers: [first, ...others] }: MarkerCluster): boolean =>
  others.every(({ latitude, longitude }) => latitude === first.latitude && longitude === first.longitude);

/** The clusters, with the selected marker separate so that it stays visible. */
export function spreadMarkers(
  spots: readonly MarkerCluster[],
  id: string | undefined,
): readonly MarkerCluster[] {
  const at = spots.findIndex(({ markers }) => markers.length > 1 && markers.some((each) => each.id === id));
  const spot = spots[at];
  if (spot === undefined) return spots;
  const chosen = spot.markers.find((each) => each.id === id);
  const [first, ...others] = spot.markers.filter((each) => each.id !== id);
  if (first === undefined || chosen === undefined) return spots;
  const split: MarkerCluster[] = [
    { ...spot, markers: [first, ...others] },
    { markers: [chosen], latitude: chosen.latitude, longitude: chosen.longitude },
  ];
  return spots.toSpliced(at, 1, ...split);
}
