/** Starts the map library of this installation. Each library is loaded only when a map is shown. */
import { mapColors } from './mapColors';
import type { StreetSource } from './streetSource';
import { libreMap, loadLibre } from './streets/libreMap';
import { mapboxStreets } from './streets/mapboxStreets';
import { type LoadedMap, type MapSettings, NoStreetsHere } from './streets/mapOptions';
import { basemapStreets, serviceStreets } from './streets/vectorStreets';

export type { LoadedMap, MapSettings } from './streets/mapOptions';

/** Checked before the library, a megabyte, is loaded. */
export function supportsWebGL(): boolean {
  if (typeof WebGL2RenderingContext === 'undefined') return false;
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

async function embedded(settings: MapSettings): Promise<LoadedMap> {
  const [library, { basemapStyle, loadBasemap }, { loadLabelFont, labelImage }] = await Promise.all([
    loadLibre(),
    import('./basemap'),
    import('./labelImages'),
  ]);
  const [data] = await Promise.all([loadBasemap(), loadLabelFont()]);
  const style = () => basemapStyle(data, mapColors(settings.holder));
  const map = libreMap(library, settings, style());
  map.setMissingStyleImageResolver((id) => {
    const picture = labelImage(id, mapColors(settings.holder));
    if (picture !== null && !map.hasImage(id))
      map.addImage(id, picture.image, { pixelRatio: picture.pixelRatio });
  });
  // Not diffed: label images have to be created again in the new colors.
  return { map, streets: false, repaint: () => map.setStyle(style(), { diff: false }) };
}

function withStreets(settings: MapSettings, source: StreetSource): Promise<LoadedMap> {
  switch (source.kind) {
    case 'basemap':
      return basemapStreets(settings, source.url);
    case 'style':
      return serviceStreets(settings, source.url);
    case 'mapbox':
      return mapboxStreets(settings, source.token);
  }
}

/** Creates a map in `holder`: with streets where there is a source and they load, the embedded basemap otherwise. */
export async function createMap(settings: MapSettings): Promise<LoadedMap> {
  if (settings.source === null) return embedded(settings);
  try {
    return await withStreets(settings, settings.source);
  } catch (error) {
    const streetsFailed = !(error instanceof NoStreetsHere);
    if (streetsFailed) console.error('no streets, the embedded basemap is drawn instead', error);
    settings.holder.replaceChildren();
    return { ...(await embedded(settings)), streetsFailed };
  }
}
