import type { Lane } from '@bindings';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useJob } from '@/queries/jobs/jobs';
import { aJob } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { useReassign } from './useReassign';

const crew = { id: 'c2', name: 'Crew B', crewMembers: [] };
const assignees = {
  connections: new Map(),
  crews: new Map([['crew:c2', crew]]),
  employees: new Map(),
  isLoaded: true,
};
const unassigned = { key: 'unassigned', name: null, kind: 'unassigned' } as Lane;
const crewB = { key: 'crew:c2', name: 'Crew B', kind: 'crew' } as Lane;
const span = { startDate: '2026-06-15', endDate: '2026-06-17' };
const job = aJob(1, { title: 'Nguyen tear-off', startDate: '2026-06-08', endDate: '2026-06-10' });
const one = `GET /api/jobs/job/${job.id}`;
const path = '/api/jobs/update/assign/custom';

/** The job as the board shows it, with a button that drops it on another crew and other days. */
function Board() {
  const { moveJob } = useReassign(assignees);
  const { job: now } = useJob(job.id);
  if (now === undefined) return null;
  const drop = () => void moveJob(now, unassigned, { lane: crewB, span }, { warningIn: () => null });
  return (
    <>
      <p data-testid="job">
        {[now.customSubcontractorName ?? 'nobody', now.startDate, now.endDate].join(' ')}
      </p>
      <button type="button" onClick={drop}>
        drop
      </button>
    </>
  );
}

async function drop(responses: Record<string, unknown>) {
  const fetch = mockServer({ [one]: { info: job }, ...responses });
  const { user } = renderIn(() => <Board />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'drop' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, give it' }));
  return fetch;
}

test('a job dropped on another crew and other days is moved in one request', async () => {
  const there = { ...job, ...span, isCustom: true, crewId: crew.id, customSubcontractorName: crew.name };
  const fetch = await drop({ [`POST ${path}`]: { job: there }, [one]: { info: job } });
  await waitFor(() => expect(screen.getByTestId('job')).toHaveTextContent('Crew B 2026-06-15 2026-06-17'));
  expect(lastRequestTo(fetch, path)).toEqual({
    jobCrewTableId: job.jobCrewTableId,
    customCrewId: crew.id,
    customCrewMemberId: null,
    isCustom: true,
    ...span,
  });
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
});

test('a drop that the server refuses leaves both the crew and the days as they were', async () => {
  await drop({ [`POST ${path}`]: refusal(500, 'internal', 'inside') });
  expect(await screen.findByText(/There was an issue making your assignment/)).toBeVisible();
  expect(screen.getByTestId('job')).toHaveTextContent('nobody 2026-06-08 2026-06-10');
});
