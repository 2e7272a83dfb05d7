/** Streets by Mapbox. */
import type * as Mapbox from 'mapbox-gl/esm';
import type { Map as LibreMap } from 'maplibre-gl';

import type { Scheme } from '@/ui/theme/colorScheme';
import { commonOptions, type LoadedMap, type MapSettings, onLate, scaleOptions } from './mapOptions';

const streetStyle = (scheme: Scheme) =>
  scheme === 'dark' ? 'mapbox://styles/mapbox/dark-v11' : 'mapbox://styles/mapbox/streets-v12';

/** Resolves when the streets have loaded; rejects when they will not. */
const loaded = (map: Mapbox.Map) =>
  new Promise<void>((resolve, reject) => {
    const settle = onLate(() => reject(new Error('Mapbox does not answer')));
    map.once('load', () => {
      settle();
      resolve();
    });
    map.once('error', ({ error }) => {
      settle();
      reject(error);
    });
  });

export async function mapboxStreets(settings: MapSettings, token: string): Promise<LoadedMap> {
  const [library] = await Promise.all([import('mapbox-gl/esm'), import('mapbox-gl/dist/mapbox-gl.css')]);
  const map = new library.Map({
    ...commonOptions(settings),
    accessToken: token,
    style: streetStyle(settings.scheme),
    projection: 'mercator',
  });
  try {
    await loaded(map);
  } catch (error) {
    map.remove();
    throw error;
  }
  map.addControl(new library.ScaleControl(scaleOptions), 'bottom-left');
  map.touchZoomRotate.disableRotation();
  return {
    map: map as unknown as LibreMap,
    streets: true,
    repaint: (scheme) => void map.setStyle(streetStyle(scheme)),
  };
}
