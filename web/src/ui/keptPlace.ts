/** Where somebody was on a page and in a list, so that the way back leads to the row that they left. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigationType } from 'react-router';

import { noteVisit } from './leaving';

/** How far down each was, in px, by its name and the visit. Forgotten with the tab. */
const left = new Map<string, number>();

/** How long what is scrolled may take to be drawn, in ms. Later people have begun to read. */
const patience = 3_000;

/** What shows that somebody scrolls by themselves. */
const hands = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls there as soon as there is enough to scroll. Answers how to stop that. */
function scrollWhenDrawn(box: Element, to: number): () => void {
  const arrives = () => {
    box.scrollTop = to;
    return Math.abs(box.scrollTop - to) < 2;
  };
  if (arrives()) return () => undefined;
  const growing = new ResizeObserver(() => {
    if (arrives()) stop();
  });
  const timer = setTimeout(() => stop(), patience);
  const stop = () => {
    growing.disconnect();
    clearTimeout(timer);
    for (const hand of hands) window.removeEventListener(hand, stop);
  };
  for (const child of box.children) growing.observe(child);
  for (const hand of hands) window.addEventListener(hand, stop, { passive: true });
  return stop;
}

/** For a list that scrolls in a box of its own: Back comes to where it stood. `name` tells it from others. */
export function useKeptPlace(box: RefObject<HTMLElement | null>, name: string): void {
  const { key } = useLocation();
  const back = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null) return undefined;
    const place = `${name} ${key}`;
    const was = back ? left.get(place) : undefined;
    const stop = was === undefined ? undefined : scrollWhenDrawn(list, was);
    return () => {
      stop?.();
      left.set(place, list.scrollTop);
    };
  }, [box, name, key, back]);
}

/** The frames around a page: the root, components, session, bars. What is deeper lies over the page. */
const frames = 4;

/** The same for the window itself: another page begins at its top, and what opens over a page leaves it where it is. */
export function KeptPage(): null {
  const { key, pathname, search } = useLocation();
  const way = useNavigationType();
  const matches = useMatches();
  const page = (matches[frames] ?? matches.at(-1))?.pathname;
  const here = useRef({ page, key });

  useEffect(() => {
    const keep = () => void left.set(`page ${here.current.key}`, document.documentElement.scrollTop);
    // A reload is the browser's own: it knows the place.
    const byBrowser = () => {
      window.history.scrollRestoration = 'auto';
    };
    window.history.scrollRestoration = 'manual';
    window.addEventListener('scroll', keep, { passive: true });
    window.addEventListener('pagehide', byBrowser);
    return () => {
      byBrowser();
      window.removeEventListener('scroll', keep);
      window.removeEventListener('pagehide', byBrowser);
    };
  }, []);

  useLayoutEffect(() => {
    const before = here.current;
    here.current = { page, key };
    noteVisit(`${pathname}${search}`);
    const was = way === 'POP' ? left.get(`page ${key}`) : undefined;
    if (was !== undefined) return scrollWhenDrawn(document.documentElement, was);
    if (before.page !== page) document.documentElement.scrollTop = 0;
    return undefined;
  }, [key, page, pathname, search, way]);
  return null;
}
