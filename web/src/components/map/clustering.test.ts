import { expect, test } from 'vitest';

import { clusterMarkers, isSinglePoint, type MapMarker, spreadMarkers } from './clustering';

const color = { fill: 'red', text: 'white' };
const marker = (id: number, latitude: number, longitude: number): MapMarker => ({
  id: String(id),
  latitude,
  longitude,
  color,
  label: `Job ${id}`,
});

const ids = (markers: MapMarker[], zoom: number) =>
  clusterMarkers(markers, zoom).map((at) => at.markers.map(({ id }) => id).join('+'));

const nashville = marker(1, 36.16, -86.78);
const nextStreet = marker(2, 36.162, -86.781);
const memphis = marker(3, 35.15, -90.05);

test('overlapping jobs are clustered, and separate when the user zooms in', () => {
  expect(ids([nashville, nextStreet, memphis], 8)).toEqual(['1+2', '3']);
  expect(ids([nashville, nextStreet, memphis], 15)).toEqual(['1', '2', '3']);
});

test('jobs on both sides of a grid line are clustered', () => {
  const row = Array.from({ length: 40 }, (_, at) => marker(at, 36, -86 + at * 0.02));
  const spots = clusterMarkers(row, 8);
  const world = (longitude: number) => (longitude / 360) * 512 * 2 ** 8;
  spots.slice(1).forEach((spot, at) => {
    const before = spots[at]?.longitude ?? 0;
    expect(world(spot.longitude) - world(before)).toBeGreaterThanOrEqual(30);
  });
});

test('clustering 5,000 jobs loses none', () => {
  const many = Array.from({ length: 5_000 }, (_, at) =>
    marker(at, 30 + (at % 71) * 0.2, -120 + (at % 97) * 0.4),
  );
  const all = clusterMarkers(many, 5).flatMap((at) => at.markers.map(({ id }) => id));
  expect(new Set(all).size).toBe(5_000);
});

test('jobs with only a ZIP code stay clustered at every zoom', () => {
  const [spot] = clusterMarkers([nashville, { ...nashville, id: '9' }], 17);
  expect(spot !== undefined && isSinglePoint(spot)).toBe(true);
  const [apart] = clusterMarkers([nashville, nextStreet], 8);
  expect(apart !== undefined && isSinglePoint(apart)).toBe(false);
});

test('the selected job is separate from its cluster', () => {
  const spots = clusterMarkers([nashville, nextStreet, memphis], 8);
  const apart = spreadMarkers(spots, '1').map((at) => at.markers.map(({ id }) => id).join('+'));
  expect(apart).toEqual(['2', '1', '3']);
  expect(spreadMarkers(spots, '3')).toBe(spots);
  expect(spreadMarkers(spots, undefined)).toBe(spots);
});
