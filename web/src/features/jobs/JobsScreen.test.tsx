import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aJob } from '@/testing/aJob';
import { refusal, serverSays, showIn, signedIn } from '@/testing/show';

import { JobsScreen } from './JobsScreen';
import { withRoom } from './testing';

const season = [
  aJob(1, { title: 'Whitaker re-roof', startDate: '2026-06-09', endDate: '2026-06-12' }),
  aJob(2, { title: 'Castañeda hail repair', address: null, city: 'Arvada', zip: null }),
  aJob(3, {
    title: 'Ellery re-roof',
    city: 'Denver',
    startDate: '2026-06-01',
    endDate: '2026-06-20',
    status: 'complete',
  }),
];
const list = 'GET /api/jobs/myJobs/contractor';

const titles = () =>
  screen
    .getAllByRole('link')
    .map((link) => link.textContent)
    .filter((title) => season.some((job) => job.title === title));

function open(address = '/app/jobs', jobs = season, profile = signedIn()) {
  serverSays({ [list]: { jobs } });
  return showIn(() => <JobsScreen />, { profile, at: address, path: '/app/jobs' });
}

beforeEach(withRoom);
afterEach(() => vi.restoreAllMocks());

describe('the jobs list', () => {
  it('begins with the job that starts first and leaves those without dates to the end', async () => {
    open();
    expect(await screen.findByText('Whitaker re-roof')).toBeVisible();
    expect(titles()).toEqual(['Ellery re-roof', 'Whitaker re-roof', 'Castañeda hail repair']);
    expect(screen.getByRole('columnheader', { name: 'Start Date' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });

  it('sorts by the column that is pressed, turns round on the second press, and keeps it in the address', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Title' }));
    await waitFor(() => expect(titles()[0]).toBe('Castañeda hail repair'));
    await user.click(screen.getByRole('button', { name: 'Title' }));
    await waitFor(() => expect(titles()[0]).toBe('Whitaker re-roof'));
    expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'descending');
    expect(router.state.location.search).toBe('?sort=-title');
  });

  it('keeps jobs without dates last when the dates are turned round', async () => {
    open('/app/jobs?sort=-start');
    await screen.findByText('Whitaker re-roof');
    expect(titles()).toEqual(['Whitaker re-roof', 'Ellery re-roof', 'Castañeda hail repair']);
  });

  it('finds a name with an accent when it is typed without one, and counts what is found in each tab', async () => {
    const { user } = open();
    await user.type((await screen.findAllByLabelText('Search jobs'))[0] as HTMLElement, 'castaneda');
    await waitFor(() => expect(titles()).toEqual(['Castañeda hail repair']));
    expect(screen.getByRole('tab', { name: 'Unscheduled1' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Complete0' })).toBeVisible();
  });

  it('shows only what a tab asks for', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('tab', { name: 'Unscheduled1' }));
    await waitFor(() => expect(titles()).toEqual(['Castañeda hail repair']));
    await user.click(screen.getByRole('tab', { name: 'Complete1' }));
    await waitFor(() => expect(titles()).toEqual(['Ellery re-roof']));
    expect(router.state.location.search).toBe('?tab=complete');
  });

  it('narrows by the city that stands in the address', async () => {
    open('/app/jobs?location=denver');
    await screen.findByText('Ellery re-roof');
    expect(titles()).toEqual(['Ellery re-roof']);
  });

  it('falls back to city and state where there is no street', async () => {
    open();
    const row = (await screen.findByText('Castañeda hail repair')).closest('tr');
    expect(within(row as HTMLElement).getByText('Arvada, CO')).toBeVisible();
  });

  it('says that there is nothing to show, and a way out brings the jobs back', async () => {
    const { user } = open('/app/jobs?q=zzz');
    expect(await screen.findByRole('heading', { name: 'No jobs to show' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
  });

  it('offers what cannot be loaded once more', async () => {
    serverSays({ [list]: refusal(403, 'forbidden', 'Unauthorized') });
    const { user } = showIn(() => <JobsScreen />, { profile: signedIn(), at: '/app/jobs' });
    await screen.findByRole('button', { name: 'Try again' });
    serverSays({ [list]: { jobs: season } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Whitaker re-roof')).toBeVisible();
  });

  it('tells a member why there are no new jobs to make', async () => {
    open('/app/jobs', season, signedIn({ userType: 'member' }));
    await screen.findByText('Whitaker re-roof');
    expect(screen.getByRole('link', { name: 'New Job' })).toHaveAccessibleDescription(
      'Only admin accounts may create jobs',
    );
  });

  it('leaves the buttons of contractors away for a subcontractor', async () => {
    serverSays({ 'GET /api/jobs/myJobs/subcontractor': { jobs: season } });
    const profile = signedIn({}, { companyType: 'subcontractor' });
    showIn(() => <JobsScreen />, { profile, at: '/app/jobs' });
    await screen.findByText('Whitaker re-roof');
    expect(screen.queryByRole('link', { name: 'New Job' })).toBeNull();
  });

  it('draws a window of a long list, not all of it', async () => {
    open(
      '/app/jobs',
      Array.from({ length: 3_000 }, (_, at) => aJob(at + 1)),
    );
    await screen.findByText('Job 1');
    expect(screen.getAllByRole('row').length).toBeLessThan(100);
  });
});
