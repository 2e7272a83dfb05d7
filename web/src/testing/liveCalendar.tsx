/** The two lists of the calendar and an open job, with a fake server that sends events. */
import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { type JobChanges, useJob, useJobChanges, useJobs } from '@/queries/jobs/jobs';
import { useJobRecords } from '@/queries/jobs/records';
import { connectLive } from '@/queries/live/liveConnection';

import { aJob, jobId } from './aJob';
import { connections, line, type SentMessage } from './liveServer';
import { aCompany, renderIn, signedIn } from './render';

const june = { from: '2026-05-31', to: '2026-07-04' };
export const day = { startDate: '2026-06-24', endDate: '2026-06-24' };
export const grid = 'GET /api/jobs/myJobs/contractor?from=2026-05-31&to=2026-07-04';
export const strip = 'GET /api/jobs/myJobs/contractor?unscheduled=true';
export const own = `company_${aCompany.id}`;

/** The responses of the server, its requests, and those it delays. */
export function fakeCalendarServer(answers: Record<string, unknown>) {
  const requests: string[] = [];
  const delayed = new Map<string, () => void>();
  const holds = new Set<string>();
  const fetch = async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const name = `${method} ${path}`;
    requests.push(name);
    const answer = JSON.stringify(answers[name]);
    if (holds.delete(name)) await new Promise<void>((release) => delayed.set(name, release));
    if (answer === undefined)
      return Response.json({ error: { code: 'not_found', message: 'not here' } }, { status: 404 });
    return new Response(answer, { headers: { 'content-type': 'application/json' } });
  };
  vi.stubGlobal('fetch', fetch);
  return {
    answers,
    requests,
    hold: (name: string) => holds.add(name),
    let: (name: string) => delayed.get(name)?.(),
  };
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
export const emit = (...events: readonly SentMessage[]) =>
  act(async () => {
    line().emit(...events);
    await vi.advanceTimersByTimeAsync(10);
  });

/** The changes that the user can make. */
export const hands = {} as { changes: JobChanges; records: ReturnType<typeof useJobRecords> };
/** Everything that was rendered, in order. */
export const drawn: string[] = [];

/** The two lists of the calendar and an open job. */
function Board() {
  const offered = { changes: useJobChanges(), records: useJobRecords(jobId(1)) };
  useEffect(() => {
    Object.assign(hands, offered);
  });
  const inGrid = useJobs(june).jobs?.map(({ title }) => title);
  const inStrip = useJobs({ unscheduled: true }).jobs?.map(({ title }) => title);
  const { job, error } = useJob(jobId(1));
  const text = `grid ${inGrid?.join('+')}, strip ${inStrip?.join('+')}, open ${job?.title} ${job?.tags.map(({ content }) => content).join('+')} ${error === null ? '' : 'gone'}`;
  drawn.push(text);
  return <p data-testid="board">{text.trim()}</p>;
}

export const board = () => screen.getByTestId('board').textContent;

let stop: (() => void) | undefined;
/** Disconnects. */
export const leave = () => stop?.();

export async function show() {
  connections();
  const server = fakeCalendarServer({
    [grid]: { jobs: [] },
    [strip]: { jobs: [aJob(1), aJob(2)] },
    [`GET /api/jobs/job/${jobId(1)}`]: { info: aJob(1) },
    'GET /api/chat/rooms?kinds=all': { rooms: [], people: [] },
  });
  const queries = newQueryClient();
  renderIn(() => <Board />, { profile: signedIn(), queries });
  await pass(100);
  stop = connectLive(queries, aCompany.id);
  line().welcome();
  await pass(100);
  expect(board()).toBe('grid , strip Job 1+Job 2, open Job 1');
  server.requests.length = 0;
  drawn.length = 0;
  return { server, queries };
}
