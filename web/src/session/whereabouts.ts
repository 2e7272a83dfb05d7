/**
 * Where this device is. The browser is asked for nothing until somebody presses 'Where am I?'. From then on the position
 * is watched while something shows it, and the last one is kept while the page lives. It never leaves the browser.
 */
import { useSyncExternalStore } from 'react';
import { m, notice } from '@/i18n';

/** As the specification has it: in degrees. */
export interface Geolocation {
  readonly latitude: number;
  readonly longitude: number;
}

/** `none`: this browser cannot tell. `refused`: it may not. `lost`: it finds no position now, and goes on trying. */
export type LocationTrouble = 'none' | 'refused' | 'lost';

export interface Whereabouts {
  /** The last position; null before there was one, and once the browser may tell no more. */
  readonly place: Geolocation | null;
  /** Somebody asked, and there is no answer yet. */
  readonly isSeeking: boolean;
  readonly trouble: LocationTrouble | null;
}

const nothing: Whereabouts = { place: null, isSeeking: false, trouble: null };

/** A position of the last ten seconds is good enough; one that does not come in half a minute is not waited for. */
const manner: PositionOptions = { enableHighAccuracy: true, maximumAge: 10_000, timeout: 30_000 };

let now = nothing;
let asked = false;
let watch: number | null = null;
const listeners = new Set<() => void>();

function change(next: Whereabouts): void {
  now = next;
  for (const tell of listeners) tell();
}

function stop(): void {
  if (watch !== null) navigator.geolocation.clearWatch(watch);
  watch = null;
}

function failed({ code, PERMISSION_DENIED }: GeolocationPositionError): void {
  if (code !== PERMISSION_DENIED) {
    // Said once for each time that somebody asked; a position that is known is not forgotten for it.
    if (now.isSeeking) change({ ...nothing, trouble: 'lost' });
    return;
  }
  stop();
  asked = false;
  change({ ...nothing, trouble: 'refused' });
}

function start(): void {
  if (!asked || watch !== null) return;
  watch = navigator.geolocation.watchPosition(
    ({ coords: { latitude, longitude } }) =>
      change({ place: { latitude, longitude }, isSeeking: false, trouble: null }),
    failed,
    manner,
  );
}

/** Asks the browser where it is, and it asks its user. A second press tries again. */
export function askWhere(): void {
  // Older browsers, and those that were told never to tell, have none, whatever the type says.
  if (!('geolocation' in navigator)) {
    change({ ...nothing, trouble: 'none' });
    return;
  }
  asked = true;
  if (now.place === null) change({ ...nothing, isSeeking: true });
  start();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    // Nothing shows it: the battery is somebody's. What was said of it is not said again on the next map.
    stop();
    now = { ...nothing, place: now.place };
  };
}

/** What went wrong has been read. */
export const dismissTrouble = (): void => change({ ...now, trouble: null });

/** Where this device is, as far as somebody asked. */
export const useWhereabouts = (): Whereabouts => useSyncExternalStore(subscribe, () => now);

/** What is said of a position that does not come. */
export const locationTroubleText = (trouble: LocationTrouble): string =>
  trouble === 'refused' ? `${notice('noLocation')} ${m.map_allowLocation()}` : notice('noLocation');

/** For tests: as before anybody asked. */
export function forgetWhereabouts(): void {
  stop();
  asked = false;
  now = nothing;
}
