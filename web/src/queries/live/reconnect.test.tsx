import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import {
  board,
  day,
  emit,
  fakeCalendarServer,
  grid,
  leave,
  own,
  pass,
  show,
  strip,
} from '@/testing/liveCalendar';
import { connections, line } from '@/testing/liveServer';
import { aCompany, renderIn, signedIn } from '@/testing/render';
import { useLive } from './useLive';

beforeEach(() => vi.useFakeTimers());
afterEach(leave);

test('after a lost connection everything on the screen is refetched, a few requests at a time', async () => {
  const { server } = await show();
  line().cut();
  server.answers[strip] = { jobs: [aJob(2, { title: 'Skylight' })] };
  server.answers[grid] = { jobs: [aJob(1, day)] };
  server.hold(grid);
  server.hold(strip);
  await pass(2_000);
  expect(server.requests).toEqual([]);
  line().welcome();
  await pass(100);
  const jobs = () => server.requests.filter((name) => name.includes('/jobs/'));
  expect(jobs()).toHaveLength(2);
  await act(async () => [grid, strip].map(server.let));
  await pass(100);
  expect(jobs().toSorted()).toEqual([`GET /api/jobs/job/${jobId(1)}`, grid, strip]);
  expect(board()).toBe('grid Job 1, strip Skylight, open Job 1');
});

test('a list that missed events is fetched when it is opened, even if later events arrived', async () => {
  const { queries } = await show();
  const march = ['jobs', 'list', { from: '2026-03-01', to: '2026-03-31' }];
  queries.setQueryData(march, [aJob(5)]);
  line().cut();
  await pass(2_000);
  line().welcome();
  await pass(100);
  await emit(['job', aJob(6, { startDate: '2026-03-05', endDate: '2026-03-05' })]);
  expect(queries.getQueryState(march)?.isInvalidated).toBe(true);
});

test('without the live connection the screens poll', async () => {
  const { server } = await show();
  line().cut();
  server.answers[strip] = { jobs: [] };
  await pass(6_000);
  expect(board()).toBe('grid , strip , open Job 1');
  server.answers[strip] = { jobs: [aJob(7)] };
  await pass(6_000);
  expect(board()).toBe('grid , strip Job 7, open Job 1');
});

test('with the live connection the screens poll once a minute', async () => {
  const { server } = await show();
  await pass(30_000);
  line().allow();
  await pass(25_000);
  line().allow();
  expect(server.requests.filter((name) => name === strip).length).toBeLessThanOrEqual(1);
});

test('many events at once refetch the lists once', async () => {
  const { server } = await show();
  await emit(['jobs', {}], ['jobs', {}]);
  await emit(['jobs', {}]);
  await pass(1_000);
  expect(server.requests.filter((name) => name === strip)).toHaveLength(1);
});

test('every chat room is joined, a new one as soon as it is opened', async () => {
  const { server } = await show();
  server.answers['GET /api/chat/rooms?kinds=all'] = { people: [], rooms: [{ roomId: 'a' }, { roomId: 'b' }] };
  await emit(['chat_room', { roomId: 'b' }]);
  await pass(100);
  expect(line().sent.at(-1)).toEqual({ type: 'subscribe', rooms: ['chat_a', 'chat_b'] });
  line().allow();
  line().cut();
  await pass(2_000);
  line().welcome();
  expect(line().sent.at(-1)).toEqual({ type: 'subscribe', rooms: [own, 'chat_a', 'chat_b'] });
});

test('unknown or invalid events change nothing', async () => {
  await show();
  await emit(['weather', { id: '1' }], ['job', null], ['toString', {}], ['jobs', undefined]);
  expect(board()).toBe('grid , strip Job 1+Job 2, open Job 1');
});

test('the page is connected only while a user with a company is signed in', async () => {
  vi.useRealTimers();
  const lines = connections();
  fakeCalendarServer({});
  let company: string | null = aCompany.id;
  function Page() {
    useLive(company);
    return null;
  }
  const { router } = renderIn(() => <Page />, { profile: signedIn(), at: '/here' });
  await waitFor(() => expect(lines).toHaveLength(1));
  line().welcome();
  company = null;
  await act(() => router.navigate('/there'));
  await waitFor(() => expect(line().readyState).toBe(3));
  expect(lines).toHaveLength(1);
});
