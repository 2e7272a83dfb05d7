/** Starts the map library of this installation. Both libraries are loaded only when a map is shown. */

import type * as Mapbox from 'mapbox-gl/esm';
import type { Map as LibreMap, MapOptions } from 'maplibre-gl';
import libreWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { m } from '@/i18n';

import type { Scheme } from '@/ui/theme/colorScheme';
import { mapColors } from './mapColors';

export interface MapSettings {
  holder: HTMLElement;
  center: { latitude: number; longitude: number };
  zoom: number;
  /** The accessible name of the map. */
  label: string;
  interactive: boolean;
  /** On a scrolling page, one finger and the wheel scroll the page. */
  inPage: boolean;
  scheme: Scheme;
  /** Mapbox's public token, or null. */
  token: string | null;
}

export interface LoadedMap {
  /** MapLibre is a fork of Mapbox: everything called here exists in both. */
  map: LibreMap;
  /** Streets by Mapbox, or the embedded basemap. */
  streets: boolean;
  repaint: (scheme: Scheme) => void;
}

/** Checked before the library, a megabyte, is loaded. */
export function supportsWebGL(): boolean {
  if (typeof WebGL2RenderingContext === 'undefined') return false;
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Options that both libraries share. The map stays flat and north up, like on paper. */
const common = ({ holder, center, zoom, label, interactive, inPage }: MapSettings) => ({
  container: holder,
  center: [center.longitude, center.latitude] as [number, number],
  zoom,
  maxZoom: 17,
  interactive,
  cooperativeGestures: interactive && inPage,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  fadeDuration: reducedMotion() ? 0 : 150,
  locale: {
    'Map.Title': m.map_keys({ label }),
    'CooperativeGesturesHandler.WindowsHelpText': m.map_ctrlScroll(),
    'CooperativeGesturesHandler.MacHelpText': m.map_commandScroll(),
    'CooperativeGesturesHandler.MobileHelpText': m.map_twoFingers(),
    'ScrollZoomBlocker.CtrlMessage': m.map_ctrlScroll(),
    'ScrollZoomBlocker.CmdMessage': m.map_commandScroll(),
    'TouchPanBlocker.Message': m.map_twoFingers(),
  },
});

const scale = { maxWidth: 96, unit: 'imperial' } as const;

async function embedded(settings: MapSettings): Promise<LoadedMap> {
  const [library, { basemapStyle, loadBasemap }, { loadLabelFont, labelImage }] = await Promise.all([
    import('maplibre-gl'),
    import('./basemap'),
    import('./labelImages'),
    import('maplibre-gl/dist/maplibre-gl.css'),
  ]);
  const [data] = await Promise.all([loadBasemap(), loadLabelFont()]);
  library.setWorkerUrl(libreWorker);
  const style = () => basemapStyle(data, mapColors(settings.holder));
  const options: MapOptions = {
    ...common(settings),
    style: style(),
    attributionControl: false,
    renderWorldCopies: false,
  };
  const map = new library.Map(options);
  map.setMissingStyleImageResolver((id) => {
    const picture = labelImage(id, mapColors(settings.holder));
    if (picture !== null && !map.hasImage(id))
      map.addImage(id, picture.image, { pixelRatio: picture.pixelRatio });
  });
  // Hidden until the land has loaded: before that everything would be sea.
  settings.holder.dataset.loading = 'true';
  map.once('load', () => delete settings.holder.dataset.loading);
  map.addControl(new library.ScaleControl(scale), 'bottom-left');
  map.addControl(new library.AttributionControl({ compact: false }), 'bottom-right');
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  // Not diffed: label images have to be created again in the new colors.
  return { map, streets: false, repaint: () => map.setStyle(style(), { diff: false }) };
}

const streetStyle = (scheme: Scheme) =>
  scheme === 'dark' ? 'mapbox://styles/mapbox/dark-v11' : 'mapbox://styles/mapbox/streets-v12';

/** How long to wait for Mapbox's streets, in ms. */
const loadTimeout = 10_000;

/** Resolves when the streets have loaded; rejects when they will not. */
const loaded = (map: Mapbox.Map) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Mapbox does not answer')), loadTimeout);
    map.once('load', () => {
      clearTimeout(timer);
      resolve();
    });
    map.once('error', ({ error }) => {
      clearTimeout(timer);
      reject(error);
    });
  });

async function streets(settings: MapSettings, token: string): Promise<LoadedMap> {
  const [library] = await Promise.all([import('mapbox-gl/esm'), import('mapbox-gl/dist/mapbox-gl.css')]);
  const map = new library.Map({
    ...common(settings),
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
  map.addControl(new library.ScaleControl(scale), 'bottom-left');
  map.touchZoomRotate.disableRotation();
  return {
    map: map as unknown as LibreMap,
    streets: true,
    repaint: (scheme) => void map.setStyle(streetStyle(scheme)),
  };
}

/** Creates a map in `holder`: Mapbox's streets where there is a token and they load, the embedded basemap otherwise. */
export async function createMap(settings: MapSettings): Promise<LoadedMap> {
  if (settings.token !== null && settings.token !== '') {
    try {
      return await streets(settings, settings.token);
    } catch (error) {
      console.error('Mapbox is not there, the embedded basemap is drawn instead', error);
      settings.holder.replaceChildren();
    }
  }
  return embedded(settings);
}
