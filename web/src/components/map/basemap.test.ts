/**
 * Uses the shipped data: 3,000 counties, and the list of cities.
 * @alone The data cached by another test would still be there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, MultiLineString, Point } from 'geojson';
import { beforeEach, expect, it, vi } from 'vitest';

import { basemapStyle, loadBasemap } from './basemap';

const atlas = join(import.meta.dirname, '../../../node_modules/us-atlas/counties-10m.json');
const colors = { land: 'l', beyond: 'b', county: 'c', state: 's', name: 'n', quiet: 'q' };

/** For all tests, because their order is not known. */
let fetches = 0;
const fetched = async () => {
  fetches += 1;
  return new Response(readFileSync(atlas, 'utf8'));
};

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});

const named = (features: Feature[], name: string) =>
  features
    .filter(({ properties }) => String(properties?.picture).slice(1) === name)
    .map(({ geometry }) => (geometry as Point).coordinates);

it('is fetched once for all maps', async () => {
  await Promise.all([loadBasemap(), loadBasemap()]);
  await loadBasemap();
  expect(fetches).toBe(1);
});

it('labels the counties at their position', async () => {
  const { countyNames } = await loadBasemap();
  expect(countyNames.features.length).toBeGreaterThan(3_000);
  const [honolulu] = named(countyNames.features, 'Honolulu');
  // On Oahu, not between it and the islands far to the north-west that belong to the county.
  expect(honolulu?.[0]).toBeGreaterThan(-158.5);
  expect(honolulu?.[1]).toBeGreaterThan(21);
});

it('draws a state line once, not also as a county line', async () => {
  const { counties, states } = await loadBasemap();
  const pieces = (lines: unknown) =>
    new Set(
      (lines as MultiLineString).coordinates.flatMap((line) =>
        line.slice(1).map((point, at) => [String(point), String(line[at])].sort().join(' ')),
      ),
    );
  const between = pieces(states);
  expect(between.size).toBeGreaterThan(1_000);
  expect([...pieces(counties)].filter((piece) => between.has(piece))).toEqual([]);
});

it('prefers the label of the biggest city, and labels small ones only at high zoom', async () => {
  const data = await loadBasemap();
  const { layers, sources } = basemapStyle(data, colors);
  expect(layers.map(({ id }) => id).slice(-4)).toEqual(['cities-1', 'cities-2', 'cities-3', 'cities-4']);
  const zooms = layers.slice(-4).map(({ minzoom = 0 }) => minzoom);
  expect(zooms).toEqual([...zooms].sort((a, b) => b - a));
  expect(named(data.cities.features, 'Nashville')).toEqual([[-86.784, 36.166]]);
  expect(JSON.stringify(sources.land)).toContain('GeoNames');
});

it('requests nothing from other servers: no tiles, no fonts, no images', async () => {
  const style = basemapStyle(await loadBasemap(), colors);
  expect(style.glyphs ?? style.sprite).toBeUndefined();
  expect(Object.values(style.sources).every(({ type }) => type === 'geojson')).toBe(true);
});
