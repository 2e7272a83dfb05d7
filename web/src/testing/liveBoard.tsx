/** The two lists of the calendar and an open job, with a server behind them that tells what others do. */
import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, vi } from 'vitest';
import { newQueryClient } from '@/api/queries';
import { useJobRecords } from '@/session/jobRecords';
import { type JobChanges, useJob, useJobChanges, useJobs } from '@/session/jobs';
import { listen } from '@/session/liveSession';

import { aJob, jobId } from './aJob';
import { line, serverLines, type Told } from './aServerLine';
import { aCompany, showIn, signedIn } from './show';

const june = { from: '2026-05-31', to: '2026-07-04' };
export const day = { startDate: '2026-06-24', endDate: '2026-06-24' };
export const grid = 'GET /api/jobs/myJobs/contractor?from=2026-05-31&to=2026-07-04';
export const strip = 'GET /api/jobs/myJobs/contractor?unscheduled=true';
export const own = `company_${aCompany.id}`;

/** What the server would answer, what it was asked, and the calls that it keeps waiting. */
export function aServer(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const held = new Map<string, () => void>();
  const holds = new Set<string>();
  const fetch = async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const name = `${method} ${path}`;
    asked.push(name);
    const answer = JSON.stringify(answers[name]);
    if (holds.delete(name)) await new Promise<void>((go) => held.set(name, go));
    if (answer === undefined)
      return Response.json({ error: { code: 'not_found', message: 'not here' } }, { status: 404 });
    return new Response(answer);
  };
  vi.stubGlobal('fetch', fetch);
  return {
    answers,
    asked,
    hold: (name: string) => holds.add(name),
    let: (name: string) => held.get(name)?.(),
  };
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
export const tell = (...events: readonly Told[]) =>
  act(async () => {
    line().tell(...events);
    await vi.advanceTimersByTimeAsync(10);
  });

/** What the person at the screen can do. */
export const hands = {} as { changes: JobChanges; records: ReturnType<typeof useJobRecords> };
/** Everything that was drawn, in order. */
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
/** Listens no more. */
export const leave = () => stop?.();

export async function show() {
  serverLines();
  const server = aServer({
    [grid]: { jobs: [] },
    [strip]: { jobs: [aJob(1), aJob(2)] },
    [`GET /api/jobs/job/${jobId(1)}`]: { info: aJob(1) },
    'GET /api/chat/rooms': { rooms: [] },
  });
  const queries = newQueryClient();
  showIn(() => <Board />, { profile: signedIn(), queries });
  await pass(100);
  stop = listen(queries, aCompany.id);
  line().welcome();
  await pass(100);
  expect(board()).toBe('grid , strip Job 1+Job 2, open Job 1');
  server.asked.length = 0;
  drawn.length = 0;
  return { server, queries };
}
