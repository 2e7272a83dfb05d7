/** Clusters markers that would overlap. */
import type { Paint } from '@/ui/jobs/jobColor';

/** A marker of the map. */
export interface MapMarker {
  id: string;
  latitude: number;
  longitude: number;
  color: Paint;
  /** The accessible name, also shown in the list of a cluster. */
  label: string;
  /** Gray, with a check instead of the logo: state is never shown by color alone. */
  done?: boolean;
  /** A tooltip, which screen readers read as the description: how exact the place is. */
  hint?: string | undefined;
  /** The place is the center of a circle of this radius, in meters, in which the house is. */
  radius?: number | undefined;
}

export interface MarkerCluster {
  markers: [MapMarker, ...MapMarker[]];
  latitude: number;
  longitude: number;
}

/** Markers closer than this overlap, in px. */
const near = 30;

/** The position of a place on the flat world of a zoom level, in px. */
function onWorld({ latitude, longitude }: MapMarker, zoom: number): [number, number] {
  const size = 512 * 2 ** zoom;
  const turn = (Math.min(85, Math.max(-85, latitude)) * Math.PI) / 180;
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + turn / 2)) / (2 * Math.PI);
  return [(longitude / 360 + 0.5) * size, y * size];
}

interface Cluster {
  x: number;
  y: number;
  markers: [MapMarker, ...MapMarker[]];
}

/** One pass over all markers: each is compared only with those in the neighboring grid squares. */
export function clusterMarkers(markers: readonly MapMarker[], zoom: number): MarkerCluster[] {
  const squares = new Map<string, Cluster[]>();
  const clusters: Cluster[] = [];
  for (const marker of markers) {
    const [x, y] = onWorld(marker, zoom);
    const column = Math.floor(x / near);
    const row = Math.floor(y / near);
    const candidates = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => squares.get(`${column + dx}:${row + dy}`) ?? []),
    );
    const found = candidates.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < near);
    if (found !== undefined) {
      found.markers.push(marker);
      continue;
    }
    const cluster: Cluster = { x, y, markers: [marker] };
    const key = `${column}:${row}`;
    const square = squares.get(key);
    if (square === undefined) squares.set(key, [cluster]);
    else square.push(cluster);
    clusters.push(cluster);
  }
  return clusters.map(({ markers: [first, ...others] }) => ({
    markers: [first, ...others],
    latitude: first.latitude,
    longitude: first.longitude,
  }));
}

/** All at the same point, so that no zoom separates them. Jobs without a street are at the center of their ZIP code. */
export const isSinglePoint = ({ markers: [first, ...others] }: MarkerCluster): boolean =>
  others.every(({ latitude, longitude }) => latitude === first.latitude && longitude === first.longitude);

/** The clusters, with the selected marker separate so that it stays visible. */
export function spreadMarkers(
  clusters: readonly MarkerCluster[],
  id: string | undefined,
): readonly MarkerCluster[] {
  const at = clusters.findIndex(
    ({ markers }) => markers.length > 1 && markers.some((each) => each.id === id),
  );
  const cluster = clusters[at];
  if (cluster === undefined) return clusters;
  const chosen = cluster.markers.find((each) => each.id === id);
  const [first, ...others] = cluster.markers.filter((each) => each.id !== id);
  if (first === undefined || chosen === undefined) return clusters;
  const split: MarkerCluster[] = [
    { ...cluster, markers: [first, ...others] },
    { markers: [chosen], latitude: chosen.latitude, longitude: chosen.longitude },
  ];
  return clusters.toSpliced(at, 1, ...split);
}
