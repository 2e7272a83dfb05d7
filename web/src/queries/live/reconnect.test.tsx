import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import {
  board,
  day,
  fakeCalendarServer,
  grid,
  leave,
  own,
  pass,
  show,
  strip,
  tell,
} from '@/testing/liveCalendar';
import { connections, line } from '@/testing/liveServer';
import { aCompany, renderIn, signedIn } from '@/testing/render';
import { useLive } from './useLive';

beforeEach(() => vi.useFakeTimers());
afterEach(leave);

test('after a loss everything on the screen is fetched again, a few at a time', async () => {
  const { server } = await show();
  line().cut();
  server.answers[strip] = { jobs: [aJob(2, { title: 'Skylight' })] };
  server.answers[grid] = { jobs: [aJob(1, day)] };
  server.hold(grid);
  server.hold(strip);
  await pass(2_000);
  expect(server.asked).toEqual([]);
  line().welcome();
  await pass(100);
  const jobs = () => server.asked.filter((name) => name.includes('/jobs/'));
  expect(jobs()).toHaveLength(2);
  await act(async () => [grid, strip].map(server.let));
  await pass(100);
  expect(jobs().toSorted()).toEqual([`GET /api/jobs/job/${jobId(1)}`, grid, strip]);
  expect(board()).toBe('grid Job 1, strip Skylight, open Job 1');
});

test('a list that missed something is fetched when it is opened, whatever was told of it since', async () => {
  const { queries } = await show();
  const march = ['jobs', 'list', { from: '2026-03-01', to: '2026-03-31' }];
  queries.setQueryData(march, [aJob(5)]);
  line().cut();
  await pass(2_000);
  line().welcome();
  await pass(100);
  await tell(['job', aJob(6, { startDate: '2026-03-05', endDate: '2026-03-05' })]);
  expect(queries.getQueryState(march)?.isInvalidated).toBe(true);
});

test('where only the live connection is cut, the screens ask by themselves', async () => {
  const { server } = await show();
  line().cut();
  server.answers[strip] = { jobs: [] };
  await pass(6_000);
  expect(board()).toBe('grid , strip , open Job 1');
  server.answers[strip] = { jobs: [aJob(7)] };
  await pass(6_000);
  expect(board()).toBe('grid , strip Job 7, open Job 1');
});

test('while everything is told, the screens ask once a minute', async () => {
  const { server } = await show();
  await pass(30_000);
  line().allow();
  await pass(25_000);
  line().allow();
  expect(server.asked.filter((name) => name === strip).length).toBeLessThanOrEqual(1);
});

test('many changes at once fetch the lists once', async () => {
  const { server } = await show();
  await tell(['jobs', {}], ['jobs', {}]);
  await tell(['jobs', {}]);
  await pass(1_000);
  expect(server.asked.filter((name) => name === strip)).toHaveLength(1);
});

test('every chat is listened to, a new one as soon as it is opened', async () => {
  const { server } = await show();
  server.answers['GET /api/chat/rooms'] = { rooms: [{ roomId: 'a' }, { roomId: 'b' }] };
  await tell(['chat_room', { roomId: 'b' }]);
  await pass(100);
  expect(line().sent.at(-1)).toEqual({ type: 'subscribe', rooms: ['chat_a', 'chat_b'] });
  line().allow();
  line().cut();
  await pass(2_000);
  line().welcome();
  expect(line().sent.at(-1)).toEqual({ type: 'subscribe', rooms: [own, 'chat_a', 'chat_b'] });
});

test('what this version does not know, or makes no sense, changes nothing', async () => {
  await show();
  await tell(['weather', { id: '1' }], ['job', null], ['toString', {}], ['jobs', undefined]);
  expect(board()).toBe('grid , strip Job 1+Job 2, open Job 1');
});

test('the page listens while somebody is signed in with a company, and no longer', async () => {
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
