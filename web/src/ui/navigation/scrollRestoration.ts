/** Scroll restoration: Back returns to the scroll position of a page and of a list. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigationType } from 'react-router';

import { recordVisit } from './closeOverlay';

/** How far down each was, in px, by its name and the visit. Forgotten with the tab. */
const scrollPositions = new Map<string, number>();

/** How long what is scrolled may take to be drawn, in ms. Later people have begun to read. */
const maxWait = 3_000;

/** Events that show that the user scrolls. */
const userScrollEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

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
  const timer = setTimeout(() => stop(), maxWait);
  const stop = () => {
    growing.disconnect();
    clearTimeout(timer);
    for (const hand of userScrollEvents) window.removeEventListener(hand, stop);
  };
  for (const child of box.children) growing.observe(child);
  for (const hand of userScrollEvents) window.addEventListener(hand, stop, { passive: true });
  return stop;
}

/** For a list with its own scroll container. `name` tells it from others on the page. */
export function useScrollRestoration(box: RefObject<HTMLElement | null>, name: string): void {
  const { key } = useLocation();
  const back = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null) return undefined;
    const place = `${name} ${key}`;
    const was = back ? scrollPositions.get(place) : undefined;
    const stop = was === undefined ? undefined : scrollWhenDrawn(list, was);
    return () => {
      stop?.();
      scrollPositions.set(place, list.scrollTop);
    };
  }, [box, name, key, back]);
}

/** The route matches around a page: root, providers, session, shell. Deeper matches are overlays. */
const frames = 4;

/** The same for the window itself: another page begins at its top, and what opens over a page leaves it where it is. */
export function PageScrollRestoration(): null {
  const { key, pathname, search } = useLocation();
  const way = useNavigationType();
  const matches = useMatches();
  const page = (matches[frames] ?? matches.at(-1))?.pathname;
  const here = useRef({ page, key });

  useEffect(() => {
    const keep = () =>
      void scrollPositions.set(`page ${here.current.key}`, document.documentElement.scrollTop);
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
    recordVisit(`${pathname}${search}`);
    const was = way === 'POP' ? scrollPositions.get(`page ${key}`) : undefined;
    if (was !== undefined) return scrollWhenDrawn(document.documentElement, was);
    if (before.page !== page) document.documentElement.scrollTop = 0;
    return undefined;
  }, [key, page, pathname, search, way]);
  return null;
}
