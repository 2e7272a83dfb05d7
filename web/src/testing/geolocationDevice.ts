/** Replaces the browser's geolocation in tests. */
import { onTestFinished, vi } from 'vitest';

/** The test sets the position and the permission. If `able` is false, geolocation is not supported. */
export function geolocationDevice({ able = true } = {}) {
  const watches = new Map<number, [PositionCallback, PositionErrorCallback | null | undefined]>();
  const watchPosition = vi.fn((found: PositionCallback, failed?: PositionErrorCallback | null) => {
    const id = watchPosition.mock.calls.length;
    watches.set(id, [found, failed]);
    return id;
  });
  if (able) {
    const geolocation = { watchPosition, clearWatch: (id: number) => void watches.delete(id) };
    Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'));
  }
  return {
    watchPosition,
    isWatched: () => watches.size > 0,
    isAt: (latitude: number, longitude: number) => {
      for (const [found] of watches.values())
        found({ coords: { latitude, longitude } } as GeolocationPosition);
    },
    refuses: () => {
      for (const [, failed] of [...watches.values()])
        failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
    },
  };
}
