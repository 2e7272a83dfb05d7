import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { board, day, drawn, emit, grid, hands, leave, pass, show, strip } from '@/testing/liveCalendar';

beforeEach(() => vi.useFakeTimers());
afterEach(leave);

test('a job that another user moves moves on every screen at once, without a request', async () => {
  const { server } = await show();
  await emit(['job', aJob(2, { ...day, title: 'Ridge vent' })]);
  expect(board()).toBe('grid Ridge vent, strip Job 1, open Job 1');
  await emit(['job', aJob(3)], ['job', aJob(1, { title: 'Gutters' })], ['job', aJob(3)]);
  expect(board()).toBe('grid Ridge vent, strip Gutters+Job 3, open Gutters');
  await pass(3_000);
  expect(server.requests).toEqual([]);
});

test('the events of one frame cause one render', async () => {
  await show();
  await emit(['job', aJob(1, { title: 'Half' })], ['job', aJob(1, { title: 'Whole' })]);
  expect(drawn.join()).not.toContain('Half');
  expect(board()).toContain('open Whole');
});

test('a pending drag does not jump back when another user changes the same job', async () => {
  const { server } = await show();
  const move = 'POST /api/jobs/update/schedule';
  server.answers[move] = { job: aJob(1, { ...day, title: 'Chimney' }) };
  server.hold(move);
  await act(async () => void hands.changes.schedule(aJob(1), day));
  await pass(10);
  expect(board()).toBe('grid Job 1, strip Job 2, open Job 1');
  drawn.length = 0;
  await emit(['job', aJob(1, { title: 'Chimney' })], ['job', aJob(2, { title: 'Skylight' })]);
  expect(board()).toBe('grid Job 1, strip Skylight, open Job 1');
  await act(async () => server.let(move));
  await pass(100);
  await emit(['job', aJob(1, { ...day, title: 'Chimney' })]);
  expect(board()).toBe('grid Chimney, strip Skylight, open Chimney');
  expect(drawn.filter((text) => text.includes('strip Job 1'))).toEqual([]);
  server.answers[grid] = { jobs: [aJob(1, { ...day, title: 'Chimney' })] };
  server.answers[strip] = { jobs: [aJob(2, { title: 'Skylight' })] };
  server.answers[`GET /api/jobs/job/${jobId(1)}`] = { info: aJob(1, { ...day, title: 'Chimney' }) };
  await pass(3_000);
  expect(server.requests.filter((name) => name === grid)).toHaveLength(1);
  expect(board()).toBe('grid Chimney, strip Skylight, open Chimney');
});

test('a new tag shows once, even if its event arrives before the response', async () => {
  const { server } = await show();
  const tag = { id: jobId(70), content: 'permit', jobId: jobId(1) };
  server.answers['POST /api/jobs/addTag'] = { tag };
  server.hold('POST /api/jobs/addTag');
  await act(async () => void hands.records.addTag('permit'));
  await emit(['job', aJob(1, { tags: [tag] })]);
  await act(async () => server.let('POST /api/jobs/addTag'));
  await pass(100);
  await emit(['job', aJob(1, { tags: [tag] })]);
  expect(board()).toContain('open Job 1 permit');
  expect(drawn.filter((text) => text.includes('permit+permit'))).toEqual([]);
});

test('a list that was requested before an event does not undo the event when it arrives later', async () => {
  const { server, queries } = await show();
  server.hold(strip);
  await act(
    async () => void queries.invalidateQueries({ queryKey: ['jobs', 'list', { unscheduled: true }] }),
  );
  await emit(['job', aJob(1, { title: 'Gutters' })]);
  server.answers[strip] = { jobs: [aJob(1, { title: 'Gutters' }), aJob(2)] };
  server.answers[`GET /api/jobs/job/${jobId(1)}`] = { info: aJob(1, { title: 'Gutters' }) };
  await act(async () => server.let(strip));
  await pass(100);
  expect(board()).toBe('grid , strip Gutters+Job 2, open Gutters');
  await pass(3_000);
  expect(server.requests.filter((name) => name === strip)).toHaveLength(2);
  expect(board()).toBe('grid , strip Gutters+Job 2, open Gutters');
});

test('a job that another user deletes leaves the lists, and its open page says so', async () => {
  const { server } = await show();
  delete server.answers[`GET /api/jobs/job/${jobId(1)}`];
  await emit(['job_deleted', { id: jobId(1) }]);
  expect(board()).toBe('grid , strip Job 2, open Job 1  gone');
});

test('a user who deletes a job does not see the message that it is deleted', async () => {
  const { server } = await show();
  server.answers['POST /api/jobs/delete'] = { id: jobId(1) };
  await act(async () => void hands.changes.remove(jobId(1)));
  await pass(10);
  await emit(['job_deleted', { id: jobId(1) }]);
  expect(board()).toBe('grid , strip Job 2, open Job 1');
  expect(server.requests).toEqual(['POST /api/jobs/delete']);
});
