import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob, jobId } from '@/testing/aJob';
import { lastRequestTo, refusal } from '@/testing/render';

import { crews, ofCrew, showLanes } from './testing';

const [crewA, crewB] = crews as [(typeof crews)[0], (typeof crews)[0]];

afterEach(() => vi.restoreAllMocks());

const tearOff = ofCrew(1, crewA, {
  title: 'Nguyen tear-off',
  startDate: '2026-06-08',
  endDate: '2026-06-10',
});
const gutters = ofCrew(2, crewA, { title: 'Okoye gutters', startDate: '2026-06-10', endDate: '2026-06-11' });
const unassignedJob = aJob(3, { title: 'Pruitt flashing', startDate: '2026-06-12', endDate: '2026-06-12' });

const lane = (name: string) => screen.findByRole('region', { name });
const bar = (title: string) => screen.findByRole('button', { name: new RegExp(`^${title}`) });

const assigned = (change: object) => ({
  'POST /api/jobs/update/assign/custom': { job: { ...tearOff, ...change } },
});
const posted = (fetch: ReturnType<typeof showLanes>['fetch']) =>
  fetch.mock.calls.filter(([, init]) => init?.method === 'POST').map(([path]) => path);

test('every crew has a lane, even a free one, and jobs without a crew come last', async () => {
  showLanes([tearOff, gutters, unassignedJob]);
  expect(await lane('Crew A')).toHaveTextContent('2 jobs, 5 days');
  await lane('Ríos Brothers');
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names.slice(0, 4)).toEqual(['Ríos Brothers', 'Crew A', 'Crew B', 'Nobody yet']);
  expect(await lane('Crew B')).toHaveTextContent('No jobs on these days');
  expect(within(await lane('Nobody yet')).getByRole('button')).toHaveTextContent('Pruitt flashing');
});

test('a crew with two jobs on one day is marked, on the bars and in its lane', async () => {
  showLanes([tearOff, gutters]);
  expect(await bar('Nguyen tear-off')).toHaveTextContent('Crew A already has 1 job on these days.');
  expect(await bar('Okoye gutters')).toHaveTextContent('Crew A already has 1 job on these days.');
  expect(await lane('Crew A')).toHaveTextContent('2 jobs overlap');
});

test('the keyboard gives a job to another crew, after a confirmation', async () => {
  const moved = { crewId: crewB.id, customSubcontractorName: crewB.name };
  const { user, fetch } = showLanes([tearOff], assigned(moved));
  await lane('Crew B');
  (await bar('Nguyen tear-off')).focus();
  await user.keyboard('{ArrowDown}');
  expect(
    await screen.findByText('Crew B. Press Enter to give them the job, Esc to leave it where it is.'),
  ).toBeInTheDocument();
  expect(posted(fetch)).toEqual([]);
  await user.keyboard('{Enter}');
  const question = await screen.findByRole('alertdialog', { name: 'Give “Nguyen tear-off” to Crew B?' });
  expect(question).toHaveTextContent('Crew A will no longer have this job.');
  await user.click(within(question).getByRole('button', { name: 'Yes, give it' }));
  await waitFor(async () => expect(await lane('Crew B')).toHaveTextContent('Nguyen tear-off'));
  expect(await screen.findByText("We've changed this jobs assignment.")).toBeVisible();
  expect(posted(fetch)).toEqual(['/api/jobs/update/assign/custom']);
});

test('Esc leaves a job with its crew, and Enter then opens its options', async () => {
  const { user, fetch, router } = showLanes([tearOff]);
  await lane('Crew B');
  (await bar('Nguyen tear-off')).focus();
  await user.keyboard('{ArrowDown}{Escape}');
  expect(await screen.findByText('The job stays where it is.')).toBeInTheDocument();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/calendar/event_options/${jobId(1)}`));
  expect(posted(fetch)).toEqual([]);
});

test('a job that the server fails to reassign returns to its lane, and the popup says why', async () => {
  const { user } = showLanes([tearOff], {
    'POST /api/jobs/update/assign/custom': refusal(500, 'internal', 'Something broke.'),
  });
  await lane('Crew B');
  (await bar('Nguyen tear-off')).focus();
  await user.keyboard('{ArrowDown}{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Yes, give it' }));
  await waitFor(async () => expect(await lane('Crew A')).toHaveTextContent('Nguyen tear-off'));
  expect(await screen.findByRole('alertdialog', { name: 'Oops...' })).toBeVisible();
});

test('a job can be taken back from a crew, after a confirmation that names the crew', async () => {
  const path = 'POST /api/jobs/update/assign/nobody';
  const { user, fetch } = showLanes([tearOff, unassignedJob], {
    [path]: { job: aJob(1, { ...tearOff, isCustom: false, crewId: null, customSubcontractorName: null }) },
  });
  await lane('Nobody yet');
  (await bar('Nguyen tear-off')).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  const question = await screen.findByRole('alertdialog', {
    name: 'Take “Nguyen tear-off” back from Crew A?',
  });
  expect(posted(fetch)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Yes, take it back' }));
  await waitFor(async () => expect(await lane('Nobody yet')).toHaveTextContent('Nguyen tear-off'));
  expect(await lane('Crew A')).not.toHaveTextContent('Nguyen tear-off');
  expect(posted(fetch)).toEqual(['/api/jobs/update/assign/nobody']);
  expect(lastRequestTo(fetch, '/api/jobs/update/assign/nobody')).toEqual({
    jobCrewTableId: tearOff.jobCrewTableId,
  });
});

test('a member who drags a bar reads in Spanish why it stays', async () => {
  setLanguage('spanish');
  showLanes([tearOff], {}, { userType: 'member', language: 'spanish' });
  const dragged = await bar('Nguyen tear-off');
  fireEvent.pointerDown(dragged, {
    button: 0,
    isPrimary: true,
    clientX: 100,
    clientY: 100,
    pointerType: 'mouse',
  });
  fireEvent.pointerUp(window, { clientX: 300, clientY: 100, pointerType: 'mouse' });
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Solo los administradores pueden cambiar el calendario...',
  );
});

test('sixty crews and two thousand jobs are counted, but only the visible lanes are rendered', async () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    id: `m${at}`,
    name: `Crew ${String(at).padStart(2, '0')}`,
    crewMembers: [],
  }));
  const jobs = Array.from({ length: 2_000 }, (_, at) => {
    const day = String(7 + (at % 7)).padStart(2, '0');
    const date = `2026-06-${day}`;
    return ofCrew(at + 10, many[at % 60] as (typeof many)[0], { startDate: date, endDate: date });
  });
  showLanes(jobs, { 'GET /api/custom_crews/all': { crews: many } });
  expect(await lane('Crew 00')).toHaveTextContent('34 jobs, 34 days');
  expect(document.querySelectorAll('[data-lane]').length).toBeLessThan(20);
});
