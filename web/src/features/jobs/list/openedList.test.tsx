import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { stubLayout } from '@/testing/layout';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { companyToday } from '@/ui/dates/companyDay';

import { JobsScreen } from './JobsScreen';

const season = [
  aJob(1, { title: 'Whitaker re-roof', startDate: '2026-06-09', endDate: '2026-06-12' }),
  aJob(2, { title: 'Castañeda hail repair' }),
  aJob(3, { title: 'Ellery re-roof', startDate: '2026-06-01', endDate: '2026-06-20', status: 'complete' }),
];
const titles = () =>
  screen
    .getAllByRole('link')
    .map((link) => link.textContent)
    .filter((title) => season.some((job) => job.title === title));

const invoices = {
  id: jobId(90),
  name: 'Invoices',
  search: 'tab=complete&sort=-title',
  isShared: false,
  isOwn: true,
};

function open(address: string, jobs = season) {
  mockServer({
    'GET /api/jobs/myJobs/contractor': { jobs },
    'GET /api/saved_views/all': { views: [invoices] },
    'POST /api/saved_views/create': { view: invoices },
  });
  return renderIn(() => <JobsScreen />, { profile: signedIn(), at: address, path: '/app/jobs' });
}

beforeEach(stubLayout);
afterEach(() => vi.restoreAllMocks());

const dated = (number: number, title: string, startDate: string, endDate = startDate) =>
  aJob(number, { title, startDate, endDate });

describe('the jobs list as it opens', () => {
  it('groups what is not done by when it is due, late jobs first, and leaves out what is done', async () => {
    const today = companyToday();
    open('/app/jobs', [
      dated(1, 'Later', '2999-01-05'),
      dated(2, 'Running', '2020-01-01', '2999-01-01'),
      dated(3, 'Late', '2020-01-01', '2020-01-02'),
      dated(4, 'This day', today),
      aJob(5, { title: 'Someday' }),
      { ...dated(6, 'Done', today), status: 'complete' },
    ]);
    await screen.findByText('Running');
    const rows = screen.getAllByRole('row').slice(1);
    const words = rows.map((row) => (row.querySelector('th') ?? row.querySelector('a'))?.textContent);
    expect(words).toEqual([
      ...['Overdue 1', 'Late', 'Today 2', 'Running', 'This day', 'Next 1', 'Later'],
      ...['Unscheduled 1', 'Someday'],
    ]);
  });

  it('shows the last choice again, and an address that names another one wins', async () => {
    const { user } = open('/app/jobs');
    await user.click(await screen.findByRole('tab', { name: 'Complete 1' }));
    await waitFor(() => expect(titles()).toEqual(['Ellery re-roof']));
    cleanup();
    open('/app/jobs');
    expect(await screen.findByText('Ellery re-roof')).toBeVisible();
    expect(titles()).toEqual(['Ellery re-roof']);
    cleanup();
    const again = open('/app/jobs?tab=active');
    await screen.findByText('Whitaker re-roof');
    expect(titles()).not.toContain('Ellery re-roof');
    await again.user.click(screen.getByRole('tab', { name: 'Complete 1' }));
    await again.user.click(await screen.findByRole('tab', { name: 'Active 2' }));
    await waitFor(() => expect(titles()).toHaveLength(2));
  });

  it('keeps a view under a name, and gives its address to colleagues', async () => {
    const { user, router } = open('/app/jobs?tab=complete&sort=-title');
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.type(await screen.findByLabelText('Save this view as'), 'Invoices');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: 'Copy link to this view' }));
    expect(await navigator.clipboard.readText()).toMatch(/\/app\/jobs\?tab=complete&sort=-title$/);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('tab', { name: 'Active 2' }));
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('link', { name: 'Invoices' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=complete&sort=-title'));
    expect(titles()).toEqual(['Ellery re-roof']);
  });
});
