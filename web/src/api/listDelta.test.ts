import { afterEach, expect, test, vi } from 'vitest';

import { callList, shareRows, stateOf } from './listDelta';
import { keptState, storeStates } from './listStates';
import { storeToken } from './token';

vi.mock('./cachedList', () => ({
  readCachedList: async () => ({ state: 's1', rows: [{ id: 'a', at: 1 }] }),
}));

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

interface Row {
  id: string;
  at: number;
}

const list = (path: string) => ({
  path,
  name: 'jobs',
  queryHash: path,
  order: (one: Row, other: Row) => one.at - other.at,
});

/** A server that answers these bodies, each with its state; returns the paths that it was asked for. */
function server(answers: [state: string, body: object][]): string[] {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    const [state, body] = answers.shift() ?? ['', {}];
    return Response.json(body, { headers: { 'x-state': state } });
  });
  return paths;
}

const [a, b, c] = [
  { id: 'a', at: 1 },
  { id: 'b', at: 2 },
  { id: 'c', at: 3 },
];

test('a phone that comes back fetches only what has changed, and has what the server has', async () => {
  storeToken('one', true);
  const paths = server([
    ['s1', { jobs: [a, c] }],
    ['s2', { jobs: [b, { ...c, at: 0 }], gone: ['a'] }],
    ['s3', { jobs: [], gone: [] }],
    ['s4', { jobs: [a], whole: true }],
  ]);
  const seen = [];
  for (let turn = 0; turn < 4; turn += 1) seen.push(await callList(list('/one')));
  expect(paths).toEqual(['/one', '/one?since=s1', '/one?since=s2', '/one?since=s3']);
  expect(seen[0]).toEqual([a, c]);
  expect(seen[1]).toEqual([{ ...c, at: 0 }, b]);
  expect(seen[2], 'nothing is rendered again').toBe(seen[1]);
  expect(seen[3], 'the server did not know the state').toEqual([a]);
  expect(stateOf(seen[3] ?? [])).toBe('s4');
});

test('a page that was closed goes on from the list that the browser kept', async () => {
  storeToken('two', true);
  storeStates(new Map([['/two', 's1']]));
  const paths = server([['s2', { jobs: [b], gone: [] }]]);
  expect(await callList(list('/two'))).toEqual([a, b]);
  expect(paths).toEqual(['/two?since=s1']);
});

test('one user never gets the rows of another', async () => {
  storeToken('three', true);
  const paths = server([
    ['s1', { jobs: [a] }],
    ['s1', { jobs: [b] }],
  ]);
  await callList(list('/three'));
  storeToken('four', true);
  expect(await callList(list('/three'))).toEqual([b]);
  expect(paths).toEqual(['/three', '/three']);
});

test('a list that shares its unchanged rows with the former one keeps its state', async () => {
  storeToken('five', true);
  server([
    ['s1', { jobs: [a, b] }],
    ['s2', { jobs: [a, { ...b, at: 9 }], whole: true }],
  ]);
  const former = await callList(list('/five'));
  const now = shareRows(former, await callList(list('/five'))) as Row[];
  expect(now[0]).toBe(former[0]);
  expect(stateOf(now)).toBe('s2');
});

test('the states of lists take a bounded place, and those of the last ones are kept', () => {
  for (let month = 0; month < 200; month += 1) storeStates(new Map([[`month ${month}`, 's']]));
  expect([keptState('month 199'), keptState('month 136'), keptState('month 135')]).toEqual([
    's',
    's',
    undefined,
  ]);
});
