/** When tiles are kept, and around which jobs. */
import type { Job } from '@bindings';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeToken } from '@/api/token';
import { profileQuery } from '@/queries/accounts/session';
import { jobKeys } from '@/queries/jobs/jobs';
import { aJob } from '@/testing/aJob';
import { aCompany, mockServer } from '@/testing/render';
import { companyToday } from '@/ui/dates/companyDay';

import type { cacheTiles } from './cacheTiles';
import { nextDays } from './nextPlaces';
import { startTileCaching } from './startTileCaching';

const keeping = vi.hoisted(() => ({
  runs: [] as Parameters<typeof cacheTiles>[0][],
  hasRoom: true,
  forgotten: 0,
}));
vi.mock('./cacheTiles', () => ({
  cacheTiles: (run: Parameters<typeof cacheTiles>[0]) => {
    keeping.runs.push(run);
    return Promise.resolve(keeping.hasRoom);
  },
}));
vi.mock('./rangeStore', () => ({
  forgetRanges: () => {
    keeping.forgotten += 1;
    return Promise.resolve();
  },
}));

const today = companyToday();
const roof = (latitude: number, day = today) =>
  aJob(latitude, { startDate: day, endDate: day, latitude, longitude: -86 });

const { from, to } = nextDays(today);
const list = `/api/jobs/myJobs/${aCompany.companyType}?from=${from}&to=${to}`;

let stop = () => {};

const serve = (config: object, jobs: Job[] | null) =>
  mockServer({
    'GET /api/config': { mapboxToken: null, ...config },
    ...(jobs === null ? {} : { [`GET ${list}`]: { jobs } }),
  });

const basemap = { basemap: '/basemap.pmtiles?v=1' };

/** Starts with this configuration of the server and these jobs. */
function start(config: object = basemap, jobs: Job[] | null = [roof(36)]): QueryClient {
  serve(config, jobs);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(profileQuery.queryKey, { company: aCompany } as never);
  stop = startTileCaching(queries, 'marisol' as never);
  return queries;
}

/** Lets all timers fire that wait now, and what they start. */
const wait = () => vi.advanceTimersByTimeAsync(40_000);

const onPhone = (isPhone = true) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isPhone && query.includes('coarse') }));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(keeping, { runs: [], hasRoom: true, forgotten: 0 });
  storeToken('of marisol');
  onPhone();
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, 'connection');
});

const latitudes = () => keeping.runs.map(({ places }) => places.map(({ latitude }) => latitude));

test('a phone keeps the tiles around the next days’ jobs once the app is idle', async () => {
  start(basemap, [roof(36), roof(37, nextDays(today).to), roof(38, '2020-01-01')]);
  expect(keeping.runs).toEqual([]);
  await wait();
  expect(latitudes()[0]).toEqual([36, 37]);
  expect(keeping.runs[0]).toMatchObject({
    userId: 'marisol',
    url: `${window.location.origin}/basemap.pmtiles?v=1`,
  });
});

test('a job that is moved to tomorrow is kept, too', async () => {
  const queries = start();
  await wait();
  const both = [roof(36), roof(39)];
  serve(basemap, both);
  queries.setQueryData(jobKeys.list(), both);
  await wait();
  expect(latitudes().at(-1)).toEqual([36, 39]);
});

test('a network that is back starts what a lost one broke off', async () => {
  start();
  await wait();
  const before = keeping.runs.length;
  window.dispatchEvent(new Event('online'));
  await wait();
  expect(keeping.runs.length).toBeGreaterThan(before);
});

test('without an answer of the server nothing that is kept is deleted', async () => {
  start(undefined, null);
  await wait();
  expect(keeping.runs).toEqual([]);
});

test('nothing is kept of a tile service or of Mapbox, whose terms do not allow it', async () => {
  for (const config of [{ mapStyle: 'https://tiles.example.com/s.json' }, { mapboxToken: 'pk.test' }]) {
    start(config);
    await wait();
    stop();
  }
  expect(keeping.runs).toEqual([]);
  expect(keeping.forgotten).toBe(2);
});

test.each(['a desk', 'a user who saves data', 'a slow line'])('nothing is fetched for %s', async (who) => {
  onPhone(who !== 'a desk');
  const connection = { saveData: who === 'a user who saves data', effectiveType: '4g' };
  if (who === 'a slow line') connection.effectiveType = '2g';
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  start();
  await wait();
  expect(keeping.runs).toEqual([]);
});

test('a phone without room is left in peace', async () => {
  keeping.hasRoom = false;
  const queries = start();
  await wait();
  queries.setQueryData(jobKeys.list(nextDays(today)), [roof(40)]);
  await wait();
  expect(keeping.runs).toHaveLength(1);
});

test('with the session the run ends', async () => {
  const queries = start();
  await wait();
  const { length } = keeping.runs;
  stop();
  expect(keeping.runs[0]?.signal.aborted).toBe(true);
  queries.setQueryData(jobKeys.list(nextDays(today)), [roof(41)]);
  window.dispatchEvent(new Event('online'));
  await wait();
  expect(keeping.runs).toHaveLength(length);
});
