import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import { useScheme } from '@/ui/theme/colorScheme';
import { mapboxTokenQuery } from './mapboxToken';
import { createMap, type LoadedMap, type MapSettings, supportsWebGL } from './mapLibrary';

/** `waiting` until the library has loaded; `noWebGL` where the device does not support it, `failed` after an error. */
export type MapState = LoadedMap | 'waiting' | 'noWebGL' | 'failed';

type MapRequest = Omit<MapSettings, 'holder' | 'scheme' | 'token'>;

/** A map in the element of `holder`, started once and taken down with its component. */
export function useMapLibrary(holder: RefObject<HTMLElement | null>, asked: MapRequest): MapState {
  const scheme = useScheme();
  const able = useState(supportsWebGL)[0];
  const { data: token = null, isPending } = useQuery({ ...mapboxTokenQuery, enabled: able });
  const [state, setState] = useState<MapState>(able ? 'waiting' : 'noWebGL');
  const { interactive, inPage } = asked;

  const start = useEffectEvent((element: HTMLElement, manner: Pick<MapRequest, 'interactive' | 'inPage'>) =>
    createMap({ ...asked, ...manner, holder: element, scheme, token }),
  );

  useEffect(() => {
    const outer = holder.current;
    if (!able || isPending || outer === null) return;
    // Every start has an element of its own: two that overlap while one is fetched would share a canvas.
    const element = outer.appendChild(document.createElement('div'));
    let gone = false;
    let drawn: LoadedMap | null = null;
    start(element, { interactive, inPage }).then(
      (made) => {
        drawn = made;
        if (gone) made.map.remove();
        else setState(made);
      },
      (error: unknown) => {
        console.error('no map', error);
        if (!gone) setState('failed');
      },
    );
    return () => {
      gone = true;
      drawn?.map.remove();
      element.remove();
      setState('waiting');
    };
  }, [holder, able, isPending, interactive, inPage]);

  const painted = useRef(scheme);
  useEffect(() => {
    if (typeof state === 'string' || painted.current === scheme) return;
    // The page takes its new tokens on in the same turn, but not always before this.
    const frame = requestAnimationFrame(() => {
      painted.current = scheme;
      state.repaint(scheme);
    });
    return () => cancelAnimationFrame(frame);
  }, [state, scheme]);

  return state;
}
