import type { Map as LibreMap } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';

import type { MarkerCluster } from './clustering';

/** Up to this number all markers are rendered. */
const few = 300;

/**
 * The markers within the view and half a view around it. Otherwise thousands of invisible buttons would be moved with
 * every frame of a drag; those around the view are there when the drag brings them in.
 */
export function useVisibleMarkers(
  map: LibreMap,
  markers: readonly MarkerCluster[],
): readonly MarkerCluster[] {
  const many = markers.length > few;
  const [moved, setMoved] = useState(0);
  useEffect(() => {
    if (!many) return;
    const follow = () => setMoved((before) => before + 1);
    map.on('moveend', follow);
    map.on('resize', follow);
    return () => {
      map.off('moveend', follow);
      map.off('resize', follow);
    };
  }, [map, many]);
  return useMemo(() => {
    // The counter's value is not used: it only triggers a new computation.
    if (moved < 0 || !many) return markers;
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    return markers.filter(({ longitude, latitude }) => {
      const { x, y } = map.project([longitude, latitude]);
      return x > -width / 2 && y > -height / 2 && x < width * 1.5 && y < height * 1.5;
    });
  }, [map, markers, many, moved]);
}
