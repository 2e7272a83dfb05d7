import type { Map as LibreMap } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';

import type { Gathering } from './gathering';

/** Up to here all are drawn, wherever they stand. */
const few = 300;

/**
 * What stands in the picture or half a picture beside it. Thousands of buttons that nobody sees would be moved with
 * every frame of a drag; those beside the picture are there when the drag brings them in.
 */
export function useNearView(map: LibreMap, spots: readonly Gathering[]): readonly Gathering[] {
  const many = spots.length > few;
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
    // How often it moved says nothing itself: it asks where everything is now.
    if (moved < 0 || !many) return spots;
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    return spots.filter(({ longitude, latitude }) => {
      const { x, y } = map.project([longitude, latitude]);
      return x > -width / 2 && y > -height / 2 && x < width * 1.5 && y < height * 1.5;
    });
  }, [map, spots, many, moved]);
}
