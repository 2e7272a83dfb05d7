/** The journey that looks at every place for everybody must not leave one out. */
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';

import { sitemap } from '../../e2e/support/sitemap';
import { routes } from './routes';

/** The addresses with a screen, as they are written from the root. */
const addresses = (tree: readonly RouteObject[], above = ''): string[] =>
  tree.flatMap(({ path, children }) => {
    const own =
      path === undefined ? above : path.startsWith('/') ? path : `${above}/${path}`.replace(/^\/\*$/, '*');
    const below = addresses(children ?? [], own);
    return path === undefined ? below : [own, ...below];
  });

test('no page comes into the app without being looked at for weak eyes, thumbs and large letters', () => {
  const known = addresses(routes);
  expect(known).toContain('/app/calendar/event_options/:id');
  expect([...new Set(sitemap.map(({ route }) => route))].sort()).toEqual([...new Set(known)].sort());
});
