import type { Map as LibreMap } from 'maplibre-gl';
import { useCallback, useMemo, useRef } from 'react';
import type { Paint } from '@/ui/jobs/jobColor';

import styles from './AreaCircles.module.css';
import { isSinglePoint, type MarkerCluster } from './clustering';
import { useOnMapMove } from './useOnMapMove';

/** The circumference of the earth, in meters, and the size of the world at zoom 0, in px. */
const earth = 40_075_017;
const world = 512;

/** How much a map stretches what lies at this latitude. */
const stretch = (latitude: number) => 1 / Math.cos((Math.min(85, Math.abs(latitude)) * Math.PI) / 180);

/** The zoom at which a circle of so many meters has a radius of so many px. */
export const zoomOfCircle = (latitude: number, meters: number, pixels: number): number =>
  Math.log2((pixels * earth) / (world * meters * stretch(latitude)));

/** The mark of a place that is the center of a circle: a dot instead of a pin, which would claim to know the house. */
export function AreaDot({ color, done = false }: { color: Paint; done?: boolean }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="9.6" fill={color.fill} stroke="#fff" strokeWidth="2.4" />
      {done && (
        <path
          d="m8 12.3 2.8 2.8 5.2-5.6"
          fill="none"
          stroke={color.text}
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}

interface AreaCirclesProps {
  map: LibreMap;
  clusters: readonly MarkerCluster[];
  selected?: string | undefined;
}

/** The circles in which the houses of these markers are, under the marks. A cluster has one if all of it is in it. */
export function AreaCircles({ map, clusters, selected }: AreaCirclesProps) {
  const layer = useRef<HTMLDivElement>(null);
  const areas = useMemo(
    () =>
      clusters.flatMap((at) => {
        const [{ id, radius, color, latitude, longitude }] = at.markers;
        if (radius === undefined || !isSinglePoint(at)) return [];
        const chosen = at.markers.some((each) => each.id === selected);
        return [{ id, latitude, longitude, fill: color.fill, meters: radius * stretch(latitude), chosen }];
      }),
    [clusters, selected],
  );
  const place = useCallback(() => {
    const size = world * 2 ** map.getZoom();
    areas.forEach(({ latitude, longitude, meters }, index) => {
      const element = layer.current?.children[index];
      if (!(element instanceof HTMLElement)) return;
      const { x, y } = map.project([longitude, latitude]);
      const radius = (meters / earth) * size;
      element.style.width = `${radius * 2}px`;
      element.style.height = `${radius * 2}px`;
      element.style.transform = `translate(${x - radius}px, ${y - radius}px)`;
    });
  }, [map, areas]);
  useOnMapMove(map, place);
  return (
    <div className={styles.layer} ref={layer} aria-hidden>
      {areas.map(({ id, fill, chosen }) => (
        <span key={id} className={styles.area} data-chosen={chosen || undefined} style={{ color: fill }} />
      ))}
    </div>
  );
}
