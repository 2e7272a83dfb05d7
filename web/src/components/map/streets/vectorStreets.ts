/** Streets by MapLibre: from the PMTiles file of our server, or with the style of a tile service. */
import type { ErrorEvent, Map as LibreMap, MapSourceDataEvent } from 'maplibre-gl';

import { mapColors } from '../mapColors';
import { libreMap, loadLibre } from './libreMap';
import { type LoadedMap, type MapSettings, NoStreetsHere, onLate } from './mapOptions';

/** An error of a source names it, and that of a tile the tile. */
type StreetError = ErrorEvent & { sourceId?: string; tile?: unknown };

/**
 * Resolves when streets have been drawn. Rejects when the style or the file cannot be loaded, or none of its tiles, or
 * when there are no streets in this part of the world. A tile of many that fails is only a gap, and so is an icon.
 */
const drawn = (map: LibreMap) =>
  new Promise<void>((resolve, reject) => {
    let hasStyle = false;
    let tiles = 0;
    let failure: Error = new NoStreetsHere();
    const settle = onLate(() => fail(new Error('the streets did not come in time')));
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    map.once('style.load', () => {
      hasStyle = true;
    });
    map.on('sourcedata', ({ tile }: MapSourceDataEvent) => {
      if (tile) tiles += 1;
    });
    map.on('error', ({ error, sourceId, tile }: StreetError) => {
      failure = new Error(error.message);
      if (tile === undefined && (sourceId !== undefined || !hasStyle)) fail(failure);
    });
    map.once('load', () => {
      if (tiles === 0) return fail(failure);
      settle();
      resolve();
    });
  });

async function shown(map: LibreMap, repaint: LoadedMap['repaint']): Promise<LoadedMap> {
  try {
    await drawn(map);
  } catch (error) {
    map.remove();
    throw error;
  }
  return { map, streets: true, repaint };
}

/** The streets of a PMTiles file, in the colors of the page. */
export async function basemapStreets(settings: MapSettings, url: string): Promise<LoadedMap> {
  const [library, { pmtilesStyle, registerPmtiles }] = await Promise.all([
    loadLibre(),
    import('./pmtilesStyle'),
  ]);
  registerPmtiles(library, url);
  const style = () => pmtilesStyle(url, mapColors(settings.holder));
  const map = libreMap(library, settings, style());
  return shown(map, () => void map.setStyle(style()));
}

/** The streets of a tile service, in its own colors: one style for both schemes. */
export async function serviceStreets(settings: MapSettings, url: string): Promise<LoadedMap> {
  const library = await loadLibre();
  return shown(libreMap(library, settings, url), () => undefined);
}
