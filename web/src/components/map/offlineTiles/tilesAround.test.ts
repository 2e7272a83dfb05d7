import { expect, test } from 'vitest';

import { maxTiles, type Place, type Tile, tilesAround } from './tilesAround';

const nashville: Place = { latitude: 36.1502, longitude: -86.7888 };
const whole = { minZoom: 0, maxZoom: 15 };

const at = (tiles: readonly Tile[], zoom: number) => tiles.filter(([its]) => its === zoom);
const names = (tiles: readonly Tile[]) => tiles.map((tile) => tile.join('/'));

test('a job has its own tile at every zoom, from the whole world to its house', () => {
  const tiles = tilesAround([nashville], whole);
  for (let zoom = 0; zoom <= 15; zoom += 1) expect(at(tiles, zoom), `zoom ${zoom}`).not.toEqual([]);
  // OpenStreetMap shows Broadway in Nashville on these.
  expect(names(tiles)).toEqual(expect.arrayContaining(['0/0/0', '12/1060/1606', '14/4242/6425']));
});

test('around the house a foreman can move the map by one tile in every direction', () => {
  const near = at(tilesAround([nashville], whole), 15);
  expect(near).toHaveLength(9);
  const [columns, rows] = [near.map(([, x]) => x), near.map(([, , y]) => y)];
  expect([Math.max(...columns) - Math.min(...columns), Math.max(...rows) - Math.min(...rows)]).toEqual([
    2, 2,
  ]);
});

test('a file of fewer zooms is asked for no others', () => {
  const zooms = tilesAround([nashville], { minZoom: 4, maxZoom: 12 }).map(([zoom]) => zoom);
  expect([Math.min(...zooms), Math.max(...zooms)]).toEqual([4, 12]);
});

test('two jobs of one street share their tiles', () => {
  const next = { ...nashville, latitude: nashville.latitude + 0.0001 };
  const [one, both] = [tilesAround([nashville], whole), tilesAround([nashville, next], whole)];
  expect(both.length).toBeLessThan(one.length + 10);
  expect(new Set(names(both)).size).toBe(both.length);
});

test('of more jobs than there is room for, the first ones are complete', () => {
  const many = Array.from({ length: 200 }, (_, step) => ({ latitude: 30 + step / 10, longitude: -86 }));
  const tiles = tilesAround(many, whole);
  expect(tiles).toHaveLength(maxTiles);
  for (const place of many.slice(0, 5))
    expect(names(tiles)).toEqual(expect.arrayContaining(names(tilesAround([place], whole))));
});

test('a place at the edge of the world has the tiles that exist', () => {
  for (const place of [
    { latitude: 90, longitude: 180 },
    { latitude: -90, longitude: -180 },
  ])
    for (const [zoom, x, y] of tilesAround([place], { minZoom: 0, maxZoom: 6 })) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x, y)).toBeLessThan(2 ** zoom);
    }
});
