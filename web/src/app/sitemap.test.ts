/** The accessibility test must visit every page. */
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';

import { sitemap } from '../../e2e/support/sitemap';
import { routes } from './routes';

/** The paths of all routes with a screen, from the root. */
const addresses = (tree: readonly RouteObject[], parent = ''): string[] =>
  tree.flatMap(({ path, children }) => {
    const full =
      path === undefined ? parent : path.startsWith('/') ? path : `${parent}/${path}`.replace(/^\/\*$/, '*');
    const childPaths = addresses(children ?? [], full);
    return path === undefined ? childPaths : [full, ...childPaths];
  });

test('every page of the app is in the sitemap of the accessibility test', () => {
  const paths = addresses(routes);
  expect(paths).toContain('/app/calendar/event_options/:id');
  expect([...new Set(sitemap.map(({ route }) => route))].sort()).toEqual([...new Set(paths)].sort());
});
