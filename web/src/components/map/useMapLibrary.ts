import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import { whenIdle } from '@/ui/loading/whenIdle';
import { useScheme } from '@/ui/theme/colorScheme';
import { createMap, type LoadedMap, type MapSettings, supportsWebGL } from './mapLibrary';
import { streetSourceQuery } from './streetSource';

/** `waiting` until the library has loaded; `noWebGL` where the device does not support it, `failed` after an error. */
export type MapState = LoadedMap | 'waiting' | 'noWebGL' | 'failed';

type MapRequest = Omit<MapSettings, 'holder' | 'scheme' | 'source'>;

/** How far outside of the window a map is prepared. */
const margin = '200px';

/**
 * Whether this device can show a map; undefined until the map is near the window and the page is idle: a map costs more
 * than the page around it, which is shown before.
 */
function useCapability(holder: RefObject<HTMLElement | null>): boolean | undefined {
  const [able, setAble] = useState<boolean>();
  useEffect(() => {
    if (holder.current === null) return;
    let cancel = () => {};
    const prepare = () => {
      cancel = whenIdle(() => setAble(supportsWebGL()));
    };
    if (!('IntersectionObserver' in window)) {
      prepare();
      return () => cancel();
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        prepare();
      },
      { rootMargin: margin },
    );
    observer.observe(holder.current);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, [holder]);
  return able;
}

/** A map in the element of `holder`, started once and removed with its component. */
export function useMapLibrary(holder: RefObject<HTMLElement | null>, request: MapRequest): MapState {
  const scheme = useScheme();
  const able = useCapability(holder);
  const { data: source = null, isPending } = useQuery({ ...streetSourceQuery, enabled: able === true });
  const [state, setState] = useState<MapState>('waiting');
  const { interactive, inPage } = request;

  const start = useEffectEvent((element: HTMLElement, options: Pick<MapRequest, 'interactive' | 'inPage'>) =>
    createMap({ ...request, ...options, holder: element, scheme, source }),
  );

  useEffect(() => {
    const outer = holder.current;
    if (able !== true || isPending || outer === null) return;
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

  return able === false ? 'noWebGL' : state;
}
