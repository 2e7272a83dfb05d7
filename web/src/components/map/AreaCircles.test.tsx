import { render } from '@testing-library/react';
import type { Map as LibreMap } from 'maplibre-gl';
import { expect, it } from 'vitest';

import { AreaCircles, zoomOfCircle } from './AreaCircles';
import { clusterMarkers, type MapMarker } from './clustering';

/** A map whose center is in the middle of 400 × 300 px, and that calls its listeners when it zooms. */
function aMap(zoom: number) {
  const listeners = new Set<() => void>();
  const map = {
    getZoom: () => map.zoom,
    project: () => ({ x: 200, y: 150 }),
    on: (_: string, listener: () => void) => listeners.add(listener),
    off: (_: string, listener: () => void) => listeners.delete(listener),
    zoom,
    zoomTo: (next: number) => {
      map.zoom = next;
      for (const listener of listeners) listener();
    },
  };
  return map;
}

const marker = (id: number, change: Partial<MapMarker> = {}): MapMarker => ({
  id: `${id}`,
  latitude: 36.17,
  longitude: -86.79,
  label: `Job ${id}`,
  color: { fill: '#3F6CDA', text: '#fff' },
  radius: 3_500,
  ...change,
});

const show = (markers: readonly MapMarker[], zoom = 10) => {
  const map = aMap(zoom);
  const { container } = render(
    <AreaCircles map={map as unknown as LibreMap} clusters={clusterMarkers(markers, zoom)} />,
  );
  const circles = () => [...container.querySelectorAll('span')];
  return { map, circles };
};

it('draws the circle of a ZIP code in its true size, at every zoom', () => {
  const zoom = zoomOfCircle(36.17, 3_500, 84);
  const { map, circles } = show([marker(1)], zoom);
  const [circle] = circles();
  expect(circle && Number.parseFloat(circle.style.width)).toBeCloseTo(168, 3);
  expect(circle?.style.transform).toMatch(/translate\(11[56][.\d]*px, 6[56][.\d]*px\)/);
  map.zoomTo(zoom + 1);
  expect(circle && Number.parseFloat(circle.style.width)).toBeCloseTo(336, 3);
});

it('draws one circle for the jobs of one ZIP code, and none for houses or for places that only look close', () => {
  expect(show([marker(1), marker(2)]).circles()).toHaveLength(1);
  expect(show([marker(1, { radius: undefined })]).circles()).toHaveLength(0);
  expect(show([marker(1), marker(2, { latitude: 36.171 })]).circles()).toHaveLength(0);
});
