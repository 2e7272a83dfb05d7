import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { aCustomer } from '@/testing/anAppointment';
import { stubLayout } from '@/testing/layout';
import { lastRequestTo, mockServer, renderIn, signedIn } from '@/testing/render';

import { JobsScreen } from '../list/JobsScreen';
import { useSelection } from './useSelection';

const jobs = [
  aJob(1, { title: 'Whitaker', city: 'Nashville' }),
  aJob(2, { title: 'Eakin', city: 'Nashville' }),
  aJob(3, { title: 'Ellery', city: 'Denver' }),
];
const bulk = '/api/jobs/bulk';
const undoId = '018f0000-0000-7000-8000-00000000000a';

function open(answers: Record<string, unknown>, profile = signedIn()) {
  const fetch = mockServer({
    'GET /api/jobs/myJobs/contractor': { jobs },
    'GET /api/connections/connections/018f0000-0000-7000-8000-0000000000c1': { fullConnectionsDetails: [] },
    ...answers,
  });
  return { fetch, ...renderIn(() => <JobsScreen />, { profile, at: '/app/jobs', path: '/app/jobs' }) };
}

const box = (name: string) => screen.findByRole('checkbox', { name });
const boxOfAll = async () => {
  const all = await box('Select all shown jobs');
  await waitFor(() => expect(all).toBeEnabled());
  return all;
};

beforeEach(stubLayout);
afterEach(() => vi.restoreAllMocks());

test('several jobs get a tag in one call, and what was refused is said', async () => {
  const tagged = { ...jobs[0], tags: [{ id: 't', content: 'hail', jobId: jobId(1) }] };
  const { user, fetch } = open({
    [`POST ${bulk}`]: { jobs: [tagged], refused: [{ id: jobId(2), code: 'not_found' }], undo: undoId },
  });
  await user.click(await box('Select Whitaker'));
  await user.click(await box('Select Eakin'));
  const bar = await screen.findByRole('region', { name: '2 jobs selected' });
  await user.click(within(bar).getByRole('button', { name: 'Add tag' }));
  const panel = await screen.findByRole('dialog', { name: 'Tag 2 jobs' });
  await user.type(within(panel).getByRole('textbox'), 'hail');
  await user.click(within(panel).getByRole('button', { name: 'Add tag' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, bulk)).toEqual({ jobIds: [jobId(1), jobId(2)], change: { tag: 'hail' } }),
  );
  expect(await screen.findByText('1 job was changed.')).toBeVisible();
  expect(screen.getByText(/1 job stayed as it was/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region', { name: /selected/ })).toBeNull());
});

test('a wrong press on many jobs is undone by one press', async () => {
  const done = jobs.map((job) => ({ ...job, status: 'complete' as const }));
  const { user, fetch } = open({
    [`POST ${bulk}`]: { jobs: done, refused: [], undo: undoId },
    [`POST ${bulk}/undo`]: { jobs, refused: [] },
  });
  await user.click(await boxOfAll());
  await user.click(await screen.findByRole('button', { name: 'Mark Complete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(lastRequestTo(fetch, `${bulk}/undo`)).toEqual({ undo: undoId }));
  expect(await screen.findByText('3 jobs are as they were before.')).toBeVisible();
});

test('jobs that are no longer shown are no longer selected, so that nobody changes what they do not see', () => {
  const { result, rerender } = renderHook(({ shown }) => useSelection(shown, true), {
    initialProps: { shown: jobs },
  });
  act(() => result.current.toggleAll());
  expect([...result.current.ids]).toEqual(jobs.map(({ id }) => id));
  rerender({ shown: jobs.slice(1) });
  expect([...result.current.ids]).toEqual([jobId(2), jobId(3)]);
  expect(result.current.state).toBe('all');
  act(() => result.current.toggle(jobId(3)));
  expect([result.current.ids.size, result.current.state]).toEqual([1, 'some']);
});

test('days that end before they begin are refused before they are sent', async () => {
  const { user, fetch } = open({});
  await user.click(await box('Select Whitaker'));
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const panel = await screen.findByRole('dialog', { name: 'Schedule 1 job' });
  await user.type(within(panel).getByLabelText(/Start Date/), '06/12/2026');
  await user.type(within(panel).getByLabelText(/End Date/), '06/09/2026');
  await user.click(within(panel).getByRole('button', { name: 'Schedule' }));
  expect(lastRequestTo(fetch, bulk)).toBeNull();
  expect(await screen.findByRole('dialog', { name: 'Schedule 1 job' })).toBeVisible();
});

test('the selected jobs are saved as a sheet with their customers and crews, and cells that would run are not', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const list = [
    aJob(1, {
      title: '=Whitaker, Ana',
      city: 'Nashville',
      jobCustomer: aCustomer.id,
      isCustom: true,
      customSubcontractorName: 'Torch crew',
      contractAmount: 900.5,
    }),
    ...jobs.slice(1),
  ];
  const { user } = open({
    'GET /api/jobs/myJobs/contractor': { jobs: list },
    'GET /api/customers/find': { customers: [aCustomer] },
  });
  await user.click(await box('Select =Whitaker, Ana'));
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [, row, ...others] = ((await files[0]?.text()) ?? '').trim().split('\n');
  expect(row).toBe(
    `"'=Whitaker, Ana",1,4417 S Quebec Ct,Nashville,CO,80123,,,900.5,Active,Hannah Whitaker,Torch crew,,`,
  );
  expect(others).toEqual([]);
});

test('a member, who may change no job, has nothing to select', async () => {
  open({}, signedIn({ userType: 'member' }));
  expect(await screen.findByText('Whitaker')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
