import type { Map as LibreMap } from 'maplibre-gl';
import { useLayoutEffect } from 'react';

/**
 * Calls `place` now, and whenever the map moves or its size changes. It writes directly to elements: 60 times a second is
 * too often for a React render. A new `place` replaces the former one, so it needs a stable identity.
 */
export function useOnMapMove(map: LibreMap, place: () => void): void {
  useLayoutEffect(() => {
    place();
    map.on('move', place);
    map.on('resize', place);
    return () => {
      map.off('move', place);
      map.off('resize', place);
    };
  }, [map, place]);
}
