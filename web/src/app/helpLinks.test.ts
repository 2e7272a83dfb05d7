import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { screenLinks } from '@/features/help/topics';
import { releaseNotes } from '@/features/latest/releaseNotes';

import { routes } from './routes';

/** Is there a screen at this address, other than the "not found" page? */
const exists = (to: string) =>
  matchRoutes(routes, to.split('?')[0] ?? '')
    ?.at(-1)
    ?.route.path?.endsWith('*') === false;

test('help and news contain no dead links', () => {
  expect(exists('/app/nothing')).toBe(false);
  const broken = [...Object.values(screenLinks), ...releaseNotes].filter(({ to }) => !exists(to));
  expect(broken.map(({ to }) => to)).toEqual([]);
});

test('the published addresses of help and news still work', () => {
  for (const address of ['/app/help', '/app/jobs/help', '/app/latest']) expect(exists(address)).toBe(true);
  // It is not matched as a job.
  expect(matchRoutes(routes, '/app/jobs/help')?.at(-1)?.route.path).toBe('help');
});
