/** What the map library draws, which the page's elements do not tell. */
import type { Page } from '@playwright/test';
import type { Map as LibreMap } from 'maplibre-gl';

/** What a layer of the map shows. The map is in the state of a component around it. */
export const shownIn = (page: Page, layer: string): Promise<string[]> =>
  page.evaluate((id) => {
    interface Hook {
      memoizedState?: { map?: LibreMap } | null;
      next?: Hook | null;
    }
    interface Fiber {
      memoizedState?: Hook | null;
      return?: Fiber | null;
      alternate?: Fiber | null;
    }
    const element = document.querySelector('.maplibregl-map')?.closest('section');
    const key = Object.keys(element ?? {}).find((name) => name.startsWith('__reactFiber$'));
    let fiber = key === undefined ? null : (element as unknown as Record<string, Fiber>)[key];
    for (; fiber; fiber = fiber.return)
      // React keeps two of each component, one of which is the last state.
      for (const version of [fiber, fiber.alternate])
        for (let hook = version?.memoizedState; hook; hook = hook.next) {
          const map = hook.memoizedState?.map;
          if (map?.getLayer?.(id) === undefined) continue;
          return map.queryRenderedFeatures({ layers: [id] }).map(({ properties }) => String(properties.name));
        }
    return [];
  }, layer);
