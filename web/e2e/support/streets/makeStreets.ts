/**
 * Makes nashville.pmtiles: a small basemap of made-up streets, in the layers that Protomaps' files have, at the places
 * of the test jobs. Run it in `web/` after a change:
 *
 *   npx node e2e/support/streets/makeStreets.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry, Position } from 'geojson';
import { zxyToTileId } from 'pmtiles';

const maxZoom = 12;
const west = -86.92;
const east = -86.66;
const south = 36.06;
const north = 36.24;

const thing = (geometry: Geometry, properties: Record<string, string | number>): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const area = (...corners: Position[]): Geometry => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0] ?? []]],
});
const point = (...coordinates: Position): Geometry => ({ type: 'Point', coordinates });

/** The streets without a name, every 700 meters. */
function sideStreets(): Feature[] {
  const minor = { kind: 'minor_road', kind_detail: 'residential', min_zoom: 12 };
  const found: Feature[] = [];
  for (let at = west; at < east; at += 0.008) found.push(thing(line([at, south], [at, north]), minor));
  for (let at = south; at < north; at += 0.0065) found.push(thing(line([west, at], [east, at]), minor));
  return found;
}

const major = { kind: 'major_road', kind_detail: 'primary', min_zoom: 8 };

const layers: Record<string, Feature[]> = {
  earth: [thing(area([-90, 34.9], [-81.6, 34.9], [-81.6, 36.7], [-90, 36.7]), { kind: 'earth' })],
  landuse: [
    thing(area([-86.845, 36.112], [-86.812, 36.118], [-86.806, 36.138], [-86.84, 36.14]), { kind: 'park' }),
    thing(area([-86.735, 36.185], [-86.714, 36.183], [-86.71, 36.205], [-86.73, 36.208]), { kind: 'park' }),
  ],
  water: [
    thing(
      area(
        ...([
          [-86.92, 36.196],
          [-86.86, 36.205],
          [-86.8, 36.188],
          [-86.768, 36.165],
          [-86.72, 36.17],
          [-86.66, 36.14],
          [-86.66, 36.135],
          [-86.722, 36.165],
          [-86.77, 36.159],
          [-86.805, 36.183],
          [-86.86, 36.199],
          [-86.92, 36.19],
        ] satisfies Position[]),
      ),
      { kind: 'river' },
    ),
  ],
  roads: [
    ...sideStreets(),
    thing(line([west, 36.1502], [-86.8, 36.1502], [east, 36.1466]), { ...major, name: 'Shingle Street' }),
    thing(line([-86.7888, south], [-86.7888, 36.16], [-86.776, north]), {
      ...major,
      name: 'Ridge Cap Avenue',
    }),
    thing(line([west, 36.09], [-86.83, 36.128], [-86.7888, 36.1502], [-86.75, 36.185], [-86.7, north]), {
      ...major,
      name: 'Flashing Pike',
    }),
    thing(line([west, 36.166], [-86.85, 36.158], [-86.79, 36.131], [-86.74, 36.138], [east, 36.118]), {
      kind: 'highway',
      kind_detail: 'motorway',
      min_zoom: 3,
      network: 'US:I',
      shield_text: '40',
      name: 'Gable Parkway',
    }),
    thing(line([-86.87, south], [-86.82, 36.11], [-86.79, 36.131], [-86.755, north]), {
      kind: 'rail',
      kind_detail: 'rail',
      min_zoom: 11,
    }),
  ],
  places: [
    thing(point(-86.7816, 36.1627), {
      kind: 'locality',
      kind_detail: 'city',
      name: 'Nashville',
      min_zoom: 2,
      population_rank: 11,
      sort_key: 1,
    }),
    thing(point(-86.742, 36.108), { kind: 'neighbourhood', name: 'Eaves Hill', min_zoom: 11 }),
  ],
};

/** A number in as many bytes as it needs, seven bits in each. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

interface Tile {
  id: number;
  bytes: Buffer;
}

function tiles(): Tile[] {
  const options = { maxZoom, indexMaxZoom: maxZoom, tolerance: 3, extent: 4096, buffer: 64 };
  const slicers = Object.entries(layers).map(
    ([name, features]) => [name, new GeoJSONVT({ type: 'FeatureCollection', features }, options)] as const,
  );
  const column = (longitude: number, zoom: number) => Math.floor(((longitude + 180) / 360) * 2 ** zoom);
  const row = (latitude: number, zoom: number) => {
    const angle = (latitude * Math.PI) / 180;
    return Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** zoom);
  };
  const made: Tile[] = [];
  for (let zoom = 0; zoom <= maxZoom; zoom += 1)
    for (let x = column(west, zoom); x <= column(east, zoom); x += 1)
      for (let y = row(north, zoom); y <= row(south, zoom); y += 1) {
        const parts: Record<string, GeoJSONVTTile> = {};
        for (const [name, slicer] of slicers) {
          const part = slicer.getTile(zoom, x, y);
          if (part === null || part === undefined) continue;
          const shown = part.features.filter(({ tags }) => Number(tags?.min_zoom ?? 0) <= zoom);
          if (shown.length > 0) parts[name] = { ...part, features: shown } as GeoJSONVTTile;
        }
        const bytes = gzipSync(fromGeojsonVt(parts, { version: 2, extent: 4096 }), { level: 9 });
        made.push({ id: zxyToTileId(zoom, x, y), bytes });
      }
  return made.sort((a, b) => a.id - b.id);
}

/** The directory: for all tiles their ids as differences, how many share a tile, their lengths, and their positions. */
function directory(all: readonly Tile[]): Buffer {
  const ids = all.map(({ id }, at) => id - (all[at - 1]?.id ?? 0));
  const lengths = all.map(({ bytes }) => bytes.length);
  // 1 is the start of the tiles, and 0 what follows the one before.
  const positions = all.map((_, at) => (at === 0 ? 1 : 0));
  const numbers = [all.length, ...ids, ...all.map(() => 1), ...lengths, ...positions];
  return gzipSync(Buffer.from(numbers.flatMap(varint)), { level: 9 });
}

function archive(): Buffer {
  const all = tiles();
  const root = directory(all);
  const about = {
    attribution: 'Made-up streets',
    vector_layers: Object.keys(layers).map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: maxZoom })),
  };
  const metadata = gzipSync(Buffer.from(JSON.stringify(about)), { level: 9 });
  const data = Buffer.concat(all.map(({ bytes }) => bytes));
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  const afterRoot = header.length + root.length;
  const afterMetadata = afterRoot + metadata.length;
  const numbers = [
    ...[header.length, root.length, afterRoot, metadata.length, afterMetadata, 0, afterMetadata, data.length],
    ...[all.length, all.length, all.length],
  ];
  for (const [at, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * at);
  // Tiles lie in order; directory and tiles are compressed with gzip; the tiles are vector tiles.
  header.set([1, 2, 2, 1, 0, maxZoom], 96);
  const corner = (degrees: number) => Math.round(degrees * 1e7);
  for (const [at, value] of [west, south, east, north].entries())
    header.writeInt32LE(corner(value), 102 + 4 * at);
  header.writeUInt8(11, 118);
  header.writeInt32LE(corner((west + east) / 2), 119);
  header.writeInt32LE(corner((south + north) / 2), 123);
  return Buffer.concat([header, root, metadata, data]);
}

writeFileSync(join(import.meta.dirname, 'nashville.pmtiles'), archive());
