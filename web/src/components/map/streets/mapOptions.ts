/** What a map is made of, whichever library draws it. */
import type { Map as LibreMap } from 'maplibre-gl';
import { m } from '@/i18n';

import type { Scheme } from '@/ui/theme/colorScheme';
import { prefersReducedMotion } from '@/ui/theme/reducedMotion';
import { fitOptions, type StartView } from '../startView';
import type { StreetSource } from '../streetSource';

export interface MapSettings extends StartView {
  holder: HTMLElement;
  /** The accessible name of the map. */
  label: string;
  interactive: boolean;
  /** On a scrolling page, one finger and the wheel scroll the page. */
  inPage: boolean;
  scheme: Scheme;
  /** Where the streets come from, or null for the embedded basemap. */
  source: StreetSource | null;
}

export interface LoadedMap {
  /** MapLibre is a fork of Mapbox: everything called here exists in both. */
  map: LibreMap;
  /** Streets, or the embedded basemap. */
  streets: boolean;
  /** The installation has streets, but they could not be loaded. */
  streetsFailed?: boolean;
  repaint: (scheme: Scheme) => void;
}

/** The source has streets, but none in the part of the world that is shown. */
export class NoStreetsHere extends Error {
  override name = 'NoStreetsHere';
}

const startOptions = ({ center, zoom, bounds, holder }: MapSettings) =>
  bounds === undefined
    ? { center: [center.longitude, center.latitude] as [number, number], zoom }
    : { bounds, fitBoundsOptions: fitOptions(holder) };

/** Options that both libraries share. The map stays flat and north up, like on paper. */
export const commonOptions = (settings: MapSettings) => ({
  container: settings.holder,
  ...startOptions(settings),
  maxZoom: 17,
  interactive: settings.interactive,
  cooperativeGestures: settings.interactive && settings.inPage,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  fadeDuration: prefersReducedMotion() ? 0 : 150,
  locale: {
    'Map.Title': m.map_keys({ label: settings.label }),
    'CooperativeGesturesHandler.WindowsHelpText': m.map_ctrlScroll(),
    'CooperativeGesturesHandler.MacHelpText': m.map_commandScroll(),
    'CooperativeGesturesHandler.MobileHelpText': m.map_twoFingers(),
    'ScrollZoomBlocker.CtrlMessage': m.map_ctrlScroll(),
    'ScrollZoomBlocker.CmdMessage': m.map_commandScroll(),
    'TouchPanBlocker.Message': m.map_twoFingers(),
  },
});

export const scaleOptions = { maxWidth: 96, unit: 'imperial' } as const;

/** How long to wait for streets, in ms. */
const loadTimeout = 10_000;

/**
 * Calls `late` when the streets have not come in time. A hidden tab draws no map, so that it waits until it is seen.
 * Returns a function that ends the wait.
 */
export function onLate(late: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(() => (document.visibilityState === 'hidden' ? wait() : late()), loadTimeout);
  };
  wait();
  return () => clearTimeout(timer);
}
