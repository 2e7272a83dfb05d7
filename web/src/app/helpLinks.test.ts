import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { screenLinks } from '@/features/help/topics';
import { releaseNotes } from '@/features/latest/releaseNotes';

import { routes } from './routes';

/** Is there a screen at an address, and not the page for when there is none? */
const isThere = (to: string) =>
  matchRoutes(routes, to.split('?')[0] ?? '')
    ?.at(-1)
    ?.route.path?.endsWith('*') === false;

test('help and news send nobody to a page that is not there', () => {
  expect(isThere('/app/nothing')).toBe(false);
  const dead = [...Object.values(screenLinks), ...releaseNotes].filter(({ to }) => !isThere(to));
  expect(dead.map(({ to }) => to)).toEqual([]);
});

test('the addresses of help and news are those that people were given', () => {
  for (const address of ['/app/help', '/app/jobs/help', '/app/latest']) expect(isThere(address)).toBe(true);
  // Not a job of that name.
  expect(matchRoutes(routes, '/app/jobs/help')?.at(-1)?.route.path).toBe('help');
});
