import type { LayerSpecification } from 'maplibre-gl';
import { expect, it } from 'vitest';

import type { MapColors } from '../mapColors';
import { flavor, pmtilesStyle } from './pmtilesStyle';

const names = [
  'land',
  'ground',
  'park',
  'water',
  'building',
  'street',
  'streetEdge',
  'highway',
  'highwayEdge',
];
const others = ['beyond', 'county', 'state', 'name', 'quiet'];
/** A different color for each name. */
const colors = Object.fromEntries(
  [...names, ...others].map((name, at) => [name, `#0000${(at + 16).toString(16)}`]),
) as unknown as MapColors;

const style = pmtilesStyle('/basemap.pmtiles?v=1', colors);
const layer = (id: string) => style.layers.find((each) => each.id === id) as LayerSpecification;

it('fetches nothing but the file: neither fonts nor icons', () => {
  expect(style.glyphs).toBeUndefined();
  expect(style.sprite).toBeUndefined();
  expect(Object.values(style.sources)).toMatchObject([
    { type: 'vector', url: `pmtiles://${window.location.origin}/basemap.pmtiles?v=1` },
  ]);
  expect(JSON.stringify(style)).not.toMatch(
    /icon-image|https?:\/\/(?!localhost|protomaps\.com|www\.openstreetmap)/,
  );
});

it('names streets, places and highways, and says whose map it is', () => {
  for (const id of ['roads_labels_major', 'roads_labels_minor', 'places_locality', 'roads_shields'])
    expect(layer(id)).toMatchObject({ type: 'symbol', layout: { 'text-field': expect.anything() } });
  expect(JSON.stringify(style.sources)).toContain('© OpenStreetMap');
});

it('has only colors of the theme', () => {
  const known = new Set<unknown>(Object.values(colors));
  const { regular, bold, italic, ...painted } = flavor(colors);
  for (const [part, color] of Object.entries(painted)) expect(known, part).toContain(color);
  expect([regular, bold, italic]).toEqual(Array(3).fill(expect.stringContaining('Archivo Variable')));
  expect(layer('roads_major')).toMatchObject({ paint: { 'line-color': colors.street } });
  expect(layer('earth')).toMatchObject({ paint: { 'fill-color': colors.ground } });
});
