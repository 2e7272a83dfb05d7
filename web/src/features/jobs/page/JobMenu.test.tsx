import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { lastRequestTo, mockServer, renderIn, signedIn } from '@/testing/render';

import { JobPage } from './JobPage';

const job = aJob(7, { title: 'Whitaker re-roof', startDate: '2026-06-09', endDate: '2026-06-12' });
const answers = (now = job) => ({
  'GET /api/jobs/myJobs/contractor': { jobs: [now] },
  'GET /api/jobs/myJobs/subcontractor': { jobs: [now] },
  [`GET /api/jobs/job/${job.id}`]: { info: now },
  [`GET /api/job_series/${job.id}`]: { series: null },
});

const open = (profile = signedIn()) =>
  renderIn(() => <JobPage base="/app/jobs" />, {
    profile,
    at: `/app/jobs/details/${job.id}`,
    path: '/app/jobs/details/:id',
  });

const dots = () => screen.findByRole('button', { name: 'Job actions' });
const offered = async () =>
  within(await screen.findByRole('menu'))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);

test('a job is not offered to be repeated while it is unknown whether it repeats already', async () => {
  const { [`GET /api/job_series/${job.id}`]: _, ...unknown } = answers();
  mockServer(unknown);
  const { user } = open();
  await user.click(await dots());
  expect(await offered()).toContain('Duplicate');
  expect(await offered()).not.toContain('Repeat…');
});

test('the menu of a job leads to its form and its history', async () => {
  mockServer(answers());
  const { user, router } = open();
  await user.click(await dots());
  await screen.findByRole('menuitem', { name: 'Repeat…' });
  expect(await offered()).toEqual([
    'Edit / assign',
    'History',
    'Duplicate',
    'Save as template',
    'Repeat…',
    'Unschedule',
    'Delete job',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Edit / assign' }));
  expect(router.state.location.search).toBe('?view=edit');
  await user.click(await dots());
  await user.click(await screen.findByRole('menuitem', { name: 'History' }));
  expect(router.state.location.search).toBe('?view=history');
});

test('a job is deleted from the menu only after a confirmation', async () => {
  const fetch = mockServer({
    ...answers(),
    'POST /api/jobs/delete': {},
  });
  const { user } = open();
  await user.click(await dots());
  await user.click(await screen.findByRole('menuitem', { name: 'Delete job' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Whitaker re-roof');
  const deletions = () => fetch.mock.calls.filter(([path]) => path.includes('delete')).length;
  expect(deletions()).toBe(0);
  await user.click(within(question).getByRole('button', { name: 'Yes, remove it!' }));
  await waitFor(() => expect(deletions()).toBe(1));
  expect(await screen.findByText('elsewhere')).toBeVisible();
});

test('a job is taken off the calendar from the menu', async () => {
  const off = { ...job, startDate: null, endDate: null };
  const path = '/api/jobs/unschedule';
  const fetch = mockServer({ ...answers(), [`POST ${path}`]: { job: off } });
  const { user } = open();
  await user.click(await dots());
  await user.click(await screen.findByRole('menuitem', { name: 'Unschedule' }));
  await waitFor(() => expect(lastRequestTo(fetch, path)).toMatchObject({ jobId: job.id }));
});

test('the chat of a job opens from the job, and says why it cannot before the subcontractor accepts', async () => {
  const assigned = { ...job, assignedToCompanyId: jobId(99), companyInfo: { name: 'Ríos Brothers' } };
  const room = {
    roomId: jobId(88),
    kind: 'job',
    company: null,
    job: { id: job.id, title: job.title },
    userIds: [],
  };
  const path = '/api/chat/rooms/job';
  const given: Record<string, unknown> = answers(assigned);
  const fetch = mockServer({ ...given, [`POST ${path}`]: { room: { ...room, userlist: [] } } });
  const { user } = open();
  const chat = await screen.findByRole('button', { name: 'Job chat' });
  expect(chat).toHaveAccessibleDescription(
    'You can chat about this job once the subcontractor has accepted it.',
  );
  await user.click(chat);
  expect(lastRequestTo(fetch, path)).toBeNull();
  cleanup();
  const accepted = answers({ ...assigned, isAcceptedBySub: true });
  const server = mockServer({ ...accepted, [`POST ${path}`]: { room: { ...room, userlist: [] } } });
  const { user: again } = open();
  await again.click(await screen.findByRole('button', { name: 'Job chat' }));
  expect(await screen.findByText('elsewhere')).toBeVisible();
  expect(lastRequestTo(server, path)).toEqual({ jobId: job.id });
});

test('the menu offers no action that is forbidden or impossible', async () => {
  mockServer(answers({ ...job, startDate: null, endDate: null }));
  const { user } = open(signedIn({ userType: 'member' }));
  await user.click(await dots());
  expect(await offered()).toEqual(['History']);
});

test('the admin of a subcontractor can assign from the menu, and cannot delete the job', async () => {
  mockServer(answers({ ...job, companyId: jobId(98), assignedToCompanyId: jobId(99) }));
  const { user } = open(signedIn({}, { companyType: 'subcontractor', id: jobId(99) }));
  await user.click(await dots());
  expect(await offered()).toEqual(['Assign', 'History']);
});

test('Esc closes the menu and leaves the job open', async () => {
  mockServer(answers());
  const { user } = open();
  await user.click(await dots());
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Whitaker re-roof' })).toBeVisible();
  expect(await dots()).toHaveFocus();
});

test('a template is made of a job with a name and the note that each job from it begins with', async () => {
  const create = '/api/job_templates/create';
  const template = { id: jobId(60), name: 'Hail' };
  const fetch = mockServer({ ...answers(), [`POST ${create}`]: { template } });
  const { user } = open();
  await user.click(await dots());
  await user.click(await screen.findByRole('menuitem', { name: 'Save as template' }));
  const panel = await screen.findByRole('dialog', { name: 'Save as template' });
  const name = within(panel).getByLabelText(/^Name of the template/);
  expect(name).toHaveValue('Whitaker re-roof');
  await user.clear(name);
  await user.type(name, 'Hail');
  await user.type(within(panel).getByLabelText('First note'), 'Ask for the insurer.');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^The template is saved/)).toBeVisible();
  expect(lastRequestTo(fetch, create)).toEqual({
    jobId: job.id,
    name: 'Hail',
    note: 'Ask for the insurer.',
  });
});
