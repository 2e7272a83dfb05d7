import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import { useScheme } from '@/ui/theme/colorScheme';
import { createMap, type LoadedMap, type MapSettings, supportsWebGL } from './mapLibrary';
import { streetSourceQuery } from './streetSource';

/** `waiting` until the library has loaded; `noWebGL` where the device does not support it, `failed` after an error. */
export type MapState = LoadedMap | 'waiting' | 'noWebGL' | 'failed';

type MapRequest = Omit<MapSettings, 'holder' | 'scheme' | 'source'>;

/** A map in the element of `holder`, started once and removed with its component. */
export function useMapLibrary(holder: RefObject<HTMLElement | null>, request: MapRequest): MapState {
  const scheme = useScheme();
  const able = useState(supportsWebGL)[0];
  const { data: source = null, isPending } = useQuery({ ...streetSourceQuery, enabled: able });
  const [state, setState] = useState<MapState>(able ? 'waiting' : 'noWebGL');
  const { interactive, inPage } = request;

  const start = useEffectEvent((element: HTMLElement, options: Pick<MapRequest, 'interactive' | 'inPage'>) =>
    createMap({ ...request, ...options, holder: element, scheme, source }),
  );

  useEffect(() => {
    const outer = holder.current;
    if (!able || isPending || outer === null) return;
    // Each start has a separate element: two that overlap while the library loads would share a canvas.
    const element = outer.appendChild(document.createElement('div'));
    let unmounted = false;
    let drawn: LoadedMap | null = null;
    start(element, { interactive, inPage }).then(
      (loaded) => {
        drawn = loaded;
        if (unmounted) loaded.map.remove();
        else setState(loaded);
      },
      (error: unknown) => {
        console.error('no map', error);
        if (!unmounted) setState('failed');
      },
    );
    return () => {
      unmounted = true;
      drawn?.map.remove();
      element.remove();
      setState('waiting');
    };
  }, [holder, able, isPending, interactive, inPage]);

  const painted = useRef(scheme);
  useEffect(() => {
    if (typeof state === 'string' || painted.current === scheme) return;
    // The new color tokens apply in the same turn, but not always before this.
    const frame = requestAnimationFrame(() => {
      painted.current = scheme;
      state.repaint(scheme);
    });
    return () => cancelAnimationFrame(frame);
  }, [state, scheme]);

  return state;
}
