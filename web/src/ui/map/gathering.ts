/** Markers that would lie over one another become one that says how many. */
import type { Paint } from '../jobColour';

/** Something at a place, as the map shows it. */
export interface MapMarker {
  id: string;
  latitude: number;
  longitude: number;
  colour: Paint;
  /** What it is called by those who do not see it, and in the list of a gathering. */
  label: string;
  /** Grey with a check instead of the mark: state is never color alone. */
  done?: boolean;
}

export interface Gathering {
  markers: [MapMarker, ...MapMarker[]];
  latitude: number;
  longitude: number;
}

/** Nearer than this they cover each other, in pixels. */
const near = 30;

/** Where a place lies on the flat world of a zoom, in pixels. */
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
export function gather(markers: readonly MapMarker[], zoom: number): Gathering[] {
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
export const isOneSpot = ({ markers: [first, ...others] }: Gathering): boolean =>
  others.every(({ latitude, longitude }) => latitude === first.latitude && longitude === first.longitude);

/** The gatherings with one marker standing by itself: the chosen one is seen among others. */
export function setApart(spots: readonly Gathering[], id: string | undefined): readonly Gathering[] {
  const at = spots.findIndex(({ markers }) => markers.length > 1 && markers.some((each) => each.id === id));
  const spot = spots[at];
  if (spot === undefined) return spots;
  const chosen = spot.markers.find((each) => each.id === id);
  const [first, ...others] = spot.markers.filter((each) => each.id !== id);
  if (first === undefined || chosen === undefined) return spots;
  const split: Gathering[] = [
    { ...spot, markers: [first, ...others] },
    { markers: [chosen], latitude: chosen.latitude, longitude: chosen.longitude },
  ];
  return spots.toSpliced(at, 1, ...split);
}
