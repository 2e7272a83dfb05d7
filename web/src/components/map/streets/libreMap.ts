/** Maps by MapLibre, which is loaded only when a map is shown. */
import type { Map as LibreMap, StyleSpecification } from 'maplibre-gl';
import libreWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

import { commonOptions, type MapSettings, scaleOptions } from './mapOptions';

export type LibreLibrary = typeof import('maplibre-gl');

export async function loadLibre(): Promise<LibreLibrary> {
  const [library] = await Promise.all([import('maplibre-gl'), import('maplibre-gl/dist/maplibre-gl.css')]);
  library.setWorkerUrl(libreWorker);
  return library;
}

/** A map with this style, the scale and the attribution. It is hidden until it has loaded. */
export function libreMap(
  library: LibreLibrary,
  settings: MapSettings,
  style: StyleSpecification | string,
): LibreMap {
  const map = new library.Map({
    ...commonOptions(settings),
    style,
    attributionControl: false,
    renderWorldCopies: false,
  });
  // Before that everything would be sea.
  settings.holder.dataset.loading = 'true';
  map.once('load', () => delete settings.holder.dataset.loading);
  map.addControl(new library.ScaleControl(scaleOptions), 'bottom-left');
  map.addControl(new library.AttributionControl({ compact: false }), 'bottom-right');
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}
