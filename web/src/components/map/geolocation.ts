/**
 * The position of this device. It is requested only after a press on 'Where am I?'. From then on it is watched while
 * something shows it, and the last position is cached while the page is open. It never leaves the browser.
 */
import { useSyncExternalStore } from 'react';
import { m, notice } from '@/i18n';

/** As the specification has it: in degrees. */
export interface Geolocation {
  readonly latitude: number;
  readonly longitude: number;
}

/** `none`: not supported. `refused`: permission denied. `lost`: no position for now; the browser keeps trying. */
export type GeolocationProblem = 'none' | 'refused' | 'lost';

export interface GeolocationState {
  /** The last position; null before the first, and after the permission was withdrawn. */
  readonly place: Geolocation | null;
  /** It was requested, and there is no result yet. */
  readonly isSeeking: boolean;
  readonly trouble: GeolocationProblem | null;
}

const nothing: GeolocationState = { place: null, isSeeking: false, trouble: null };

/** A position of the last ten seconds is good enough; a request times out after half a minute. */
const positionOptions: PositionOptions = { enableHighAccuracy: true, maximumAge: 10_000, timeout: 30_000 };

let now = nothing;
let requested = false;
let watch: number | null = null;
const listeners = new Set<() => void>();

function change(next: GeolocationState): void {
  now = next;
  for (const listener of listeners) listener();
}

function stop(): void {
  if (watch !== null) navigator.geolocation.clearWatch(watch);
  watch = null;
}

function failed({ code, PERMISSION_DENIED }: GeolocationPositionError): void {
  if (code !== PERMISSION_DENIED) {
    // Reported once for each request; a known position stays.
    if (now.isSeeking) change({ ...nothing, trouble: 'lost' });
    return;
  }
  stop();
  requested = false;
  change({ ...nothing, trouble: 'refused' });
}

function start(): void {
  if (!requested || watch !== null) return;
  watch = navigator.geolocation.watchPosition(
    ({ coords: { latitude, longitude } }) =>
      change({ place: { latitude, longitude }, isSeeking: false, trouble: null }),
    failed,
    positionOptions,
  );
}

/** Requests the position; the browser asks the user for permission. A second press tries again. */
export function requestLocation(): void {
  // Despite its type it is missing in older browsers, and where it is disabled.
  if (!('geolocation' in navigator)) {
    change({ ...nothing, trouble: 'none' });
    return;
  }
  requested = true;
  if (now.place === null) change({ ...nothing, isSeeking: true });
  start();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    // Nothing shows the position, so the watch ends to save the battery. The problem is not reported again.
    stop();
    now = { ...nothing, place: now.place };
  };
}

/** Clears the problem when the user has read it. */
export const dismissLocationProblem = (): void => change({ ...now, trouble: null });

/** The position of this device, if it was requested. */
export const useGeolocation = (): GeolocationState => useSyncExternalStore(subscribe, () => now);

/** The message for a position that is not available. */
export const locationProblemText = (trouble: GeolocationProblem): string =>
  trouble === 'refused' ? `${notice('noLocation')} ${m.map_allowLocation()}` : notice('noLocation');

/** For tests: resets to the state before any request. */
export function resetGeolocation(): void {
  stop();
  requested = false;
  now = nothing;
}
