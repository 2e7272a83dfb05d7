import { IconArrowUp } from '@tabler/icons-react';
import type { Map as LibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { m } from '@/i18n';

import { type City, loadCities } from './cities';
import styles from './NearbyCities.module.css';
import { leaves, milesText, nearbyPlaces, north, type Place, type Point } from './nearby';

interface Bearing {
  name: string;
  far: string;
  x: number;
  y: number;
  /** Clockwise from north, in degrees. */
  turn: number;
}

interface View {
  x: number;
  y: number;
  rings: { far: string; radius: number }[];
  bearings: Bearing[];
}

/** Below this zoom the cities themselves are in view. */
const nearest = 9.5;
/** Keeps the labels off the edges, in px: half their own size, plus the buttons at the right and the scale below. */
const padding = { left: 84, right: 144, top: 24, bottom: 46 };
/** Two names nearer than this would touch, in px. */
const apart = { x: 150, y: 32 };
/** Around the tip of the pin, in px, where a name would lie on it. */
const pin = { x: 96, up: 60, down: 16 };
/** Below this width, in px, labels only fit along the top and the bottom. */
const narrow = 520;
/** The most names and rings that are shown. */
const most = { names: 4, rings: 2 };
/** Of two cities closer together than this angle, in degrees, only one is shown. */
const aside = 40;
/** In miles. */
const ringSizes = [0.25, 0.5, 1, 2, 5, 10];

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The position of a label in the direction of `to`. */
function edge(box: Box, width: number, from: Point, to: Point): Point {
  if (width >= narrow) return leaves({ ...box, right: width - padding.right }, from, to);
  const { x } = leaves(box, from, to);
  return to.y < from.y ? { x: Math.min(x, width - padding.right), y: box.top } : { x, y: box.bottom };
}

function bearingsOf(map: LibreMap, center: Place, cities: readonly City[], from: Point): Bearing[] {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const box = {
    left: padding.left,
    right: width - padding.left,
    top: padding.top,
    bottom: height - padding.bottom,
  };
  if (from.x < box.left || from.x > box.right || from.y < box.top || from.y > box.bottom) return [];
  const bounds = map.getBounds();
  const outside = ({ latitude, longitude }: City) => !bounds.contains([longitude, latitude]);
  const bearings: Bearing[] = [];
  for (const { city, distance } of nearbyPlaces(cities, center, outside)) {
    const to = map.project([city.longitude, city.latitude]);
    const at = edge(box, width, from, to);
    const turn = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
    const covered = bearings.some(
      (one) =>
        (Math.abs(one.x - at.x) < apart.x && Math.abs(one.y - at.y) < apart.y) ||
        Math.abs(((one.turn - turn + 540) % 360) - 180) < aside,
    );
    const onPin = Math.abs(at.x - from.x) < pin.x && at.y > from.y - pin.up && at.y < from.y + pin.down;
    if (covered || onPin) continue;
    bearings.push({ name: city.name, far: milesText(distance), ...at, turn });
    if (bearings.length === most.names) break;
  }
  return bearings;
}

function look(map: LibreMap, center: Place, cities: readonly City[]): View | null {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const { x, y } = map.project([center.longitude, center.latitude]);
  if (map.getZoom() < nearest || x < 0 || y < 0 || x > width || y > height) return null;
  const mile = y - map.project([center.longitude, north(center, 1)]).y;
  const rings = ringSizes
    .map((size) => ({ far: milesText(size), radius: size * mile }))
    .filter(({ radius }) => radius > 56 && radius < Math.max(width, height) / 2)
    .slice(0, most.rings);
  return { x, y, rings, bearings: bearingsOf(map, center, cities, { x, y }) };
}

/** The surroundings of a place on a close map: rings with distances, and the cities beyond each edge. */
export function NearbyCities({ map, center }: { map: LibreMap; center: Place }) {
  const [cities, setCities] = useState<readonly City[]>([]);
  const [view, setView] = useState<View | null>(null);
  useEffect(() => {
    let unmounted = false;
    loadCities().then(
      (loaded) => {
        if (!unmounted) setCities(loaded);
      },
      () => undefined,
    );
    return () => {
      unmounted = true;
    };
  }, []);
  useEffect(() => {
    const follow = () => setView(look(map, center, cities));
    follow();
    map.on('move', follow);
    map.on('resize', follow);
    return () => {
      map.off('move', follow);
      map.off('resize', follow);
    };
  }, [map, center, cities]);
  if (view === null) return null;
  return (
    <div className={styles.around}>
      <svg aria-hidden="true" className={styles.rings}>
        {view.rings.map(({ far, radius }) => (
          <g key={far} transform={`translate(${view.x} ${view.y})`}>
            <circle r={radius} />
            <text x={-radius} dy="4">
              {far}
            </text>
          </g>
        ))}
      </svg>
      {view.bearings.length > 0 && (
        <ul aria-label={m.map_near()}>
          {view.bearings.map(({ name, far, x, y, turn }) => (
            <li key={name} style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}>
              <IconArrowUp size={14} stroke={2.4} aria-hidden style={{ rotate: `${turn}deg` }} />
              <span className="trunc">{name}</span> <span className="num">{far}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
