import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { refusal, renderIn, signedIn } from '@/testing/render';

import { type JobChanges, useJobChanges, useJobs } from './jobs';

const jobs = Array.from({ length: 40 }, (_, at) => aJob(at + 1));
const day = { startDate: '2026-06-24', endDate: '2026-06-24' };
const june = { from: '2026-05-31', to: '2026-07-04' };
const onJune = 'from=2026-05-31&to=2026-07-04';

/** A fake server that stores changes and records requests for lists. */
function aServer() {
  const stored = new Map(jobs.map((job) => [job.id, job]));
  const lists: string[] = [];
  const held: (() => void)[] = [];
  const server = {
    lists,
    refuses: false,
    holdsLists: false,
    answerLists: () => held.splice(0).map((go) => go()),
  };
  const fetch = vi.fn(async (path: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') {
      lists.push(path);
      const wanted = path.includes('unscheduled') ? null : '2026-06-24';
      const answer = [...stored.values()].filter(({ startDate }) => startDate === wanted);
      if (server.holdsLists) await new Promise<void>((go) => held.push(go));
      return Response.json({ jobs: answer });
    }
    if (server.refuses) return refusal(500, 'internal', 'inside');
    const { jobId: id, ...span } = JSON.parse(init.body as string);
    const job = { ...(stored.get(id) ?? aJob(0)), ...span };
    stored.set(id, job);
    return Response.json({ job });
  });
  vi.stubGlobal('fetch', fetch);
  return server;
}

let changes: JobChanges | undefined;

/** The two lists of the calendar, shown as numbers of jobs. */
function Board() {
  const offered = useJobChanges();
  useEffect(() => {
    changes = offered;
  }, [offered]);
  const grid = useJobs(june);
  const strip = useJobs({ unscheduled: true });
  return <p>{`grid ${grid.jobs?.length}, strip ${strip.jobs?.length}`}</p>;
}

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

async function show() {
  vi.useFakeTimers();
  const server = aServer();
  renderIn(() => <Board />, { profile: signedIn() });
  await pass(100);
  expect(screen.getByText('grid 0, strip 40')).toBeInTheDocument();
  server.lists.length = 0;
  return server;
}

const drag = (number: number) => changes?.schedule({ id: jobId(number), status: 'active' }, day);

test('forty drags fetch the list once', async () => {
  const server = await show();
  for (let number = 1; number <= 40; number += 1) {
    void drag(number);
    await pass(400);
  }
  expect(screen.getByText('grid 40, strip 0')).toBeInTheDocument();
  expect(server.lists).toEqual([]);
  await pass(2_000);
  expect(server.lists.toSorted()).toEqual([
    `/api/jobs/myJobs/contractor?${onJune}`,
    '/api/jobs/myJobs/contractor?unscheduled=true',
  ]);
  expect(screen.getByText('grid 40, strip 0')).toBeInTheDocument();
});

test('a list that was requested before a drag does not undo the drag when it arrives later', async () => {
  const server = await show();
  void drag(1);
  await pass(100);
  server.holdsLists = true;
  await pass(2_000);
  expect(server.lists).toHaveLength(2);
  void drag(2);
  await pass(100);
  server.holdsLists = false;
  server.answerLists();
  await pass(100);
  expect(screen.getByText('grid 2, strip 38')).toBeInTheDocument();
});

test('a drag that the server refuses is reverted, and the others stay', async () => {
  const server = await show();
  void drag(1);
  await pass(100);
  server.refuses = true;
  const refused = drag(2)?.catch((failure: Error) => failure.message);
  await pass(100);
  expect(await refused).toBe('There was an error updating this job. Please try again in a moment.');
  expect(screen.getByText('grid 1, strip 39')).toBeInTheDocument();
  await pass(2_000);
  expect(server.lists).toHaveLength(2);
});
