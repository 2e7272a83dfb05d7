import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { JobPage } from './JobPage';

const job = aJob(7, { title: 'Whitaker re-roof', startDate: '2026-06-09', endDate: '2026-06-12' });
const one = `GET /api/jobs/job/${job.id}`;
const lists = { 'GET /api/jobs/myJobs/contractor': { jobs: [job] } };

const open = (profile: ReturnType<typeof signedIn>, at: string) =>
  renderIn(() => <JobPage base="/app/jobs" />, { profile, at, path: '/app/jobs/details/:id' });

/** The button under title and address; the one of the dates has another name. */
const saveFields = () => screen.getByRole('button', { name: 'Save' });

describe('the job page', () => {
  it('does not send a start date after the end date', async () => {
    const fetch = mockServer({ ...lists, [one]: { info: job } });
    const { user } = open(signedIn(), `/app/jobs/details/${job.id}?view=edit`);
    const start = await screen.findByLabelText(/^Start Date/);
    await user.clear(start);
    await user.type(start, '06/20/2026');
    await user.click(screen.getByRole('button', { name: 'Save dates' }));
    expect(await screen.findByText('Start date must come before end date.')).toBeVisible();
    expect(fetch.mock.calls.some(([path]) => path.includes('schedule'))).toBe(false);
  });

  it('does not offer new dates for a complete job, and shows why', async () => {
    const done = { ...job, status: 'complete' as const };
    mockServer({ ...lists, [one]: { info: done } });
    open(signedIn(), `/app/jobs/details/${job.id}?view=edit`);
    expect(await screen.findByRole('button', { name: 'Unschedule' })).toHaveAccessibleDescription(
      'You can not reschedule jobs which are marked as complete.',
    );
  });

  it('names the job before it is deleted, and returns to the list', async () => {
    mockServer({ ...lists, [one]: { info: job }, 'POST /api/jobs/delete': { id: job.id } });
    const { user } = open(signedIn(), `/app/jobs/details/${job.id}?view=edit`);
    await user.click(await screen.findByRole('button', { name: 'Delete job' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('Whitaker re-roof');
    await user.click(within(question).getByRole('button', { name: 'Yes, remove it!' }));
    expect(await screen.findByText('elsewhere')).toBeVisible();
    expect(await screen.findByText("We've deleted this job.")).toBeVisible();
  });

  it('keeps a job that could not be deleted, with an error', async () => {
    const broken = refusal(500, 'internal', 'inside');
    mockServer({ ...lists, [one]: { info: job }, 'POST /api/jobs/delete': broken });
    const { user } = open(signedIn(), `/app/jobs/details/${job.id}?view=edit`);
    await user.click(await screen.findByRole('button', { name: 'Delete job' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    expect(
      await screen.findByText('There was an error deleting this job. Please try again in a moment.'),
    ).toBeVisible();
    expect(screen.queryByText('elsewhere')).toBeNull();
  });

  it('sends a new title and address together, and shows that they are saved', async () => {
    const saved = { ...job, title: 'Whitaker ridge', zip: '80127' };
    const answers: Record<string, unknown> = { ...lists, [one]: { info: job } };
    answers['POST /api/jobs/update/nameAddress'] = { job: saved };
    const fetch = mockServer(answers);
    const { user } = open(signedIn(), `/app/jobs/details/${job.id}?view=edit`);
    const title = await screen.findByRole('textbox', { name: /^Title/ });
    await user.clear(title);
    await user.click(saveFields());
    expect(title).toBeInvalid();
    await user.type(title, 'Whitaker ridge');
    await user.clear(screen.getByRole('textbox', { name: /^Zip/i }));
    await user.type(screen.getByRole('textbox', { name: /^Zip/i }), '80127');
    answers[one] = { info: saved };
    await user.click(saveFields());
    expect(await screen.findByText('Job updated!')).toBeVisible();
    const { address, city, state } = job;
    expect(lastRequestTo(fetch, '/api/jobs/update/nameAddress')).toMatchObject({
      ...{ jobId: job.id, title: 'Whitaker ridge', address, city, state, zip: '80127' },
    });
  });

  it('keeps what was typed when title and address could not be saved', async () => {
    const broken = refusal(500, 'internal', 'inside');
    mockServer({ ...lists, [one]: { info: job }, 'POST /api/jobs/update/nameAddress': broken });
    const { user } = open(signedIn(), `/app/jobs/details/${job.id}?view=edit`);
    const city = await screen.findByRole('textbox', { name: /^City/ });
    await user.clear(city);
    await user.type(city, 'Golden');
    await user.click(saveFields());
    expect(await screen.findByText('There was an issue updating your job.')).toBeVisible();
    expect(city).toHaveValue('Golden');
  });

  it('shows whether a subcontractor is notified of new dates, and takes a job off the calendar', async () => {
    const theirs = { ...job, assignedToCompanyId: jobId(31), companyInfo: { name: 'Ríos Brothers' } };
    const free = { ...theirs, startDate: null, endDate: null };
    const answers: Record<string, unknown> = { ...lists, [one]: { info: theirs } };
    answers['POST /api/jobs/unschedule'] = { job: free };
    const fetch = mockServer(answers);
    const { user } = open(signedIn(), `/app/jobs/details/${job.id}?view=edit`);
    const off = await screen.findByRole('button', { name: 'Unschedule' });
    answers[one] = { info: free };
    await user.click(off);
    expect(
      await screen.findByText("We've updated your job. We'll notify your subcontractor and let them know."),
    ).toBeVisible();
    expect(lastRequestTo(fetch, '/api/jobs/unschedule')).toEqual({ jobId: job.id });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Unschedule' })).toBeNull());
  });

  it('shows that a job keeps its dates when it could not be taken off the calendar', async () => {
    const broken = refusal(500, 'internal', 'inside');
    mockServer({ ...lists, [one]: { info: job }, 'POST /api/jobs/unschedule': broken });
    const { user } = open(signedIn(), `/app/jobs/details/${job.id}?view=edit`);
    await user.click(await screen.findByRole('button', { name: 'Unschedule' }));
    expect(
      await screen.findByText(
        'There was an error removing this job from your schedule. Please try again in a moment.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Unschedule' })).toBeVisible();
  });
});
