/** Which tiles of the basemap the maps of a few places need. */

/** Zoom, column and row. */
export type Tile = readonly [zoom: number, column: number, row: number];

export interface Place {
  latitude: number;
  longitude: number;
}

/** The most tiles that are kept: some 70 around each place, of which close ones share most. */
export const maxTiles = 600;

/** From this zoom on the names of streets are read, and the map is moved by hand to find the house. */
const streetZoom = 12;

/** How far from the place, in tiles: a phone shows less than one, and near the house the neighboring ones are needed. */
const reach = (zoom: number): number => (zoom < streetZoom ? 0.5 : 1);

/** Beyond these latitudes the projection of tiles ends. */
const lastLatitude = 85;

/** The position of a place among the tiles of this zoom: columns from the west and rows from the north. */
function position({ latitude, longitude }: Place, zoom: number): [number, number] {
  const angle = (Math.max(-lastLatitude, Math.min(lastLatitude, latitude)) * Math.PI) / 180;
  const count = 2 ** zoom;
  return [((longitude + 180) / 360) * count, ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * count];
}

/** The tiles of one zoom around a place. */
function tilesOf(place: Place, zoom: number): Tile[] {
  const far = reach(zoom);
  const [column, row] = position(place, zoom);
  const inside = (at: number) => Math.max(0, Math.min(2 ** zoom - 1, Math.floor(at)));
  const found: Tile[] = [];
  for (let x = inside(column - far); x <= inside(column + far); x += 1)
    for (let y = inside(row - far); y <= inside(row + far); y += 1) found.push([zoom, x, y]);
  return found;
}

/**
 * The tiles around these places, each once, the first place first, and of each place the overview first. `most` is the
 * bound of their number.
 */
export function tilesAround(
  places: readonly Place[],
  { minZoom, maxZoom }: { minZoom: number; maxZoom: number },
  most = maxTiles,
): Tile[] {
  const found = new Map<string, Tile>();
  for (const place of places)
    for (let zoom = minZoom; zoom <= maxZoom; zoom += 1)
      for (const tile of tilesOf(place, zoom)) {
        if (found.size >= most) return [...found.values()];
        found.set(tile.join('/'), tile);
      }
  return [...found.values()];
}
