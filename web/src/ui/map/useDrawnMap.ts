import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import { useScheme } from '../scheme';
import { canDraw, type DrawnMap, drawMap, type MapWish } from './drawnMap';
import { streetsQuery } from './streets';

/** `waiting` until the library is there; `noWebGL` where the device cannot, `failed` where the way was bad. */
export type MapState = DrawnMap | 'waiting' | 'noWebGL' | 'failed';

type Asked = Omit<MapWish, 'holder' | 'scheme' | 'token'>;

/** A map in the element of `holder`, started once and taken down with its component. */
export function useDrawnMap(holder: RefObject<HTMLElement | null>, asked: Asked): MapState {
  const scheme = useScheme();
  const able = useState(canDraw)[0];
  const { data: token = null, isPending } = useQuery({ ...streetsQuery, enabled: able });
  const [state, setState] = useState<MapState>(able ? 'waiting' : 'noWebGL');
  const { interactive, inPage } = asked;

  const start = useEffectEvent((element: HTMLElement, manner: Pick<Asked, 'interactive' | 'inPage'>) =>
    drawMap({ ...asked, ...manner, holder: element, scheme, token }),
  );

  useEffect(() => {
    const outer = holder.current;
    if (!able || isPending || outer === null) return;
    // Every start has an element of its own: two that overlap while one is fetched would share a canvas.
    const element = outer.appendChild(document.createElement('div'));
    let gone = false;
    let drawn: DrawnMap | null = null;
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
