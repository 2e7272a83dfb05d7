import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { jobKeys, useJobs } from '@/queries/jobs/jobs';
import { aJob, jobId } from '@/testing/aJob';
import { anEntry, aPage } from '@/testing/anEntry';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { JobPage } from './JobPage';

const job = aJob(7, { title: 'Whitaker re-roof', startDate: '2026-06-09', endDate: '2026-06-12' });
const one = `GET /api/jobs/job/${job.id}`;
const lists = { 'GET /api/jobs/myJobs/contractor': { jobs: [job] } };

/** The list under the page: the status and color of each job. */
function Under() {
  const { jobs = [] } = useJobs();
  return <p data-testid="under">{jobs.map(({ status, color }) => `${status} ${color}`).join()}</p>;
}

function open(profile = signedIn(), at = `/app/jobs/details/${job.id}`) {
  const path = '/app/jobs/details/:id';
  return renderIn(
    () => (
      <>
        <Under />
        <JobPage base="/app/jobs" />
      </>
    ),
    { profile, at, path },
  );
}

/** The button in the header; a phone has the same one at the bottom. */
const press = (name: string) => screen.getAllByRole('button', { name })[0] as HTMLElement;

/** A server that responds when the test decides. */
function slowServer() {
  const waiting = new Map<string, (answer: Response) => void>();
  const fetch = vi.fn((path: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET')
      return Promise.resolve(
        Response.json(path.startsWith('/api/jobs/job/') ? { info: job } : { jobs: [job] }),
      );
    return new Promise<Response>((answer) => waiting.set(path, answer));
  });
  vi.stubGlobal('fetch', fetch);
  return {
    requested: (path: string) => waitFor(() => expect(waiting.has(path)).toBe(true)),
    answer: (path: string, answer: Response) => waiting.get(path)?.(answer),
  };
}

describe('the job page', () => {
  it('opens from what the list knows when the server cannot be reached', async () => {
    mockServer({ ...lists, [one]: new Response('<h1>502</h1>', { status: 502 }) });
    const { queries } = open();
    await waitFor(() => expect(queries.getQueryState(jobKeys.one(job.id))?.status).toBe('error'));
    await act(() => Promise.resolve());
    expect(screen.queryByRole('button', { name: 'Back to jobs' })).toBeNull();
    expect(screen.getByRole('dialog', { name: /Whitaker re-roof/ })).toBeVisible();
  });

  it('reverts a change when it is refused, and shows why', async () => {
    const server = slowServer();
    const { user } = open();
    await user.click((await screen.findAllByRole('button', { name: 'Mark Complete' }))[0] as HTMLElement);
    expect(press('Mark Incomplete')).toBeVisible();
    expect(screen.getByTestId('under')).toHaveTextContent('complete');
    await server.requested('/api/jobs/complete');
    server.answer('/api/jobs/complete', refusal(403, 'forbidden', 'Unauthorized'));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Unauthorized');
    expect(screen.getByTestId('under')).toHaveTextContent('active #3F6CDA');
  });

  it('keeps the saved color when the completion sent at the same time fails', async () => {
    const server = slowServer();
    const { user } = open();
    await user.click((await screen.findAllByRole('button', { name: 'Mark Complete' }))[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: /^Color and calendars/ }));
    const colors = await screen.findByRole('group', { name: 'Color on the calendar' });
    const red = within(colors).getAllByRole('button')[0] as HTMLElement;
    await user.click(red);
    await waitFor(() => expect(screen.getByTestId('under').textContent).toMatch(/^complete (?!#3F6CDA)/));
    const both = screen.getByTestId('under').textContent ?? '';
    const color = both.split(' ')[1] ?? '';

    await server.requested('/api/jobs/complete');
    server.answer('/api/jobs/complete', refusal(500, 'internal', 'inside'));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an error updating this job. Please try again in a moment.',
    );
    expect(screen.getByTestId('under')).toHaveTextContent(`active ${color}`);

    await server.requested('/api/jobs/update/changeColor');
    server.answer('/api/jobs/update/changeColor', Response.json({ job: { ...job, color } }));
    expect(await screen.findByText("We've updated this job.")).toBeVisible();
  });

  it('shows a member nothing to edit', async () => {
    mockServer({ ...lists, [one]: { info: job } });
    open(signedIn({ userType: 'member' }), `/app/jobs/details/${job.id}?view=edit`);
    expect(await screen.findByRole('tab', { name: 'Details' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Edit / assign' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete job' })).toBeNull();
  });

  it('offers no tab without content', async () => {
    const report = { id: jobId(60), measurement: 'square', amount: 28.5, jobId: job.id };
    const notes = { [`GET /api/jobs/fetchNotes/${job.id}`]: { notes: [] } };
    const photos = { [`GET /api/jobs/fetchImgs/${job.id}`]: { imgs: [] } };
    const orders = {
      [`GET /api/work_orders/job/${job.id}`]: { orders: [] },
      [`GET /api/purchase_orders/job/${job.id}`]: { orders: [] },
    };
    mockServer({ ...lists, ...notes, ...photos, ...orders, [one]: { info: { ...job, reports: [report] } } });
    open();
    for (const counted of [/^Images\s*0$/, /^Notes\s*0$/, /^Work orders\s*0$/, /^Purchase orders\s*0$/])
      expect(await screen.findByRole('tab', { name: counted })).toBeVisible();
    const names = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(names).toEqual([
      'Details',
      'Work orders 0',
      'Purchase orders 0',
      'Measurement reports 1',
      'Images 0',
      'Notes 0',
      'Edit / assign',
      'History',
    ]);
  });

  it('shows the changes of the job on its last tab', async () => {
    const history = { [`GET /api/activity/job/${job.id}`]: aPage([anEntry(1)]) };
    mockServer({ ...lists, ...history, [one]: { info: job } });
    const { user } = open();
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    expect(await screen.findByText('Marisol Vega changed the job 1.')).toBeVisible();
  });

  it('hides purchases and their costs from the subcontractor', async () => {
    const { 'GET /api/jobs/myJobs/contractor': all } = lists;
    mockServer({ 'GET /api/jobs/myJobs/subcontractor': all, [one]: { info: job } });
    open(signedIn({}, { companyType: 'subcontractor', id: jobId(99) }));
    expect(await screen.findByRole('tab', { name: /^Work orders/ })).toBeVisible();
    expect(screen.queryByRole('tab', { name: /^Purchase orders/ })).toBeNull();
  });

  it('links to the card that is printed', async () => {
    mockServer({ ...lists, [one]: { info: job } });
    open();
    expect(await screen.findByRole('link', { name: 'Job card' })).toHaveAttribute(
      'href',
      `/app/card/${job.id}`,
    );
  });

  it('has the open tab in the address, so that a link shows the same', async () => {
    mockServer({ ...lists, [one]: { info: job } });
    const { user, router } = open();
    await user.click(await screen.findByRole('tab', { name: /^Measurement reports/ }));
    expect(router.state.location.search).toBe('?view=measurements');
    expect(screen.getByRole('button', { name: 'Add measurement' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Details' }));
    expect(router.state.location.search).toBe('');
  });

  it('keeps a half-written note while another tab is open, and confirms before it is discarded', async () => {
    mockServer({ ...lists, [one]: { info: job }, [`GET /api/jobs/fetchNotes/${job.id}`]: { notes: [] } });
    const { user } = open(signedIn(), `/app/jobs/details/${job.id}?view=notes`);
    await user.type(await screen.findByLabelText('New note'), 'Gate code is 4417.');
    await user.click(screen.getByRole('tab', { name: 'Details' }));
    await user.click(screen.getByRole('tab', { name: /^Notes/ }));
    expect(screen.getByLabelText('New note')).toHaveValue('Gate code is 4417.');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Discard your changes?');
  });

  it('cancels only the field on Esc, and stays open', async () => {
    mockServer({ ...lists, [one]: { info: job } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit: Job number' }));
    await user.type(screen.getByLabelText('Job number'), '-B{Escape}');
    expect(screen.queryByLabelText('Job number')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('tab', { name: 'Details' })).toBeVisible();
  });

  it('lets only the admin of the assigned subcontractor answer', async () => {
    const offered = {
      ...job,
      companyId: jobId(98),
      companyInfo: { name: 'Ríos Brothers' },
      assignedToCompanyId: jobId(99),
    };
    const answers = { 'GET /api/jobs/myJobs/subcontractor': { jobs: [offered] }, [one]: { info: offered } };
    const theirs = { companyType: 'subcontractor', id: jobId(99) } as const;
    mockServer(answers);
    open(signedIn({}, theirs));
    expect(await screen.findByRole('tab', { name: 'Assign' })).toBeVisible();
    cleanup();
    open(signedIn({ userType: 'member' }, theirs));
    expect(await screen.findByRole('tab', { name: 'Details' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Assign' })).toBeNull();
  });

  it('shows whether the subcontractor has accepted', async () => {
    const waiting = { ...job, companyInfo: { name: 'Ríos Brothers' }, assignedToCompanyId: jobId(99) };
    mockServer({ ...lists, [one]: { info: waiting } });
    open();
    expect((await screen.findAllByText('(pending acceptance)'))[0]).toBeVisible();
  });

  it('redirects from a job that does not exist', async () => {
    mockServer(lists);
    const { user } = open(signedIn(), `/app/jobs/details/${jobId(404)}`);
    expect(await screen.findByText('No details found for this job')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to jobs' }));
    expect(await screen.findByText('elsewhere')).toBeVisible();
  });
});
