/** Scroll restoration: Back returns to the scroll position of a page and of a list. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigationType } from 'react-router';

import { recordVisit } from './closeOverlay';

/** The scroll positions, in px, by name and history entry. Lost with the tab. */
const scrollPositions = new Map<string, number>();

/** How long to wait until the content is tall enough, in ms. Later the user has started to read. */
const maxWait = 3_000;

/** Events that show that the user scrolls. */
const userScrollEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls to the position as soon as the content is tall enough. Returns the function that stops it. */
function scrollWhenDrawn(box: Element, to: number): () => void {
  const arrives = () => {
    box.scrollTop = to;
    return Math.abs(box.scrollTop - to) < 2;
  };
  if (arrives()) return () => undefined;
  const observer = new ResizeObserver(() => {
    if (arrives()) stop();
  });
  const timer = setTimeout(() => stop(), maxWait);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of userScrollEvents) window.removeEventListener(type, stop);
  };
  for (const child of box.children) observer.observe(child);
  for (const type of userScrollEvents) window.addEventListener(type, stop, { passive: true });
  return stop;
}

/** For a list with its own scroll container. `name` identifies it on the page. */
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

/** The same for the window: another page starts at its top, and an overlay does not scroll the page behind it. */
export function PageScrollRestoration(): null {
  const { key, pathname, search } = useLocation();
  const navigationType = useNavigationType();
  const matches = useMatches();
  const page = (matches[frames] ?? matches.at(-1))?.pathname;
  const here = useRef({ page, key });

  useEffect(() => {
    const keep = () =>
      void scrollPositions.set(`page ${here.current.key}`, document.documentElement.scrollTop);
    // After a reload the browser restores the position.
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
    const was = navigationType === 'POP' ? scrollPositions.get(`page ${key}`) : undefined;
    if (was !== undefined) return scrollWhenDrawn(document.documentElement, was);
    if (before.page !== page) document.documentElement.scrollTop = 0;
    return undefined;
  }, [key, page, pathname, search, navigationType]);
  return null;
}
