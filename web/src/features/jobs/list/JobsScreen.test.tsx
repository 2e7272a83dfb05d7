import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { stubLayout } from '@/testing/layout';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { downloadList } from '@/testing/savedFiles';

import { JobsScreen } from './JobsScreen';

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

function open(address = '/app/jobs?tab=all', jobs = season, profile = signedIn()) {
  mockServer({ [list]: { jobs }, 'GET /api/customers/find': { customers: [] } });
  return renderIn(() => <JobsScreen />, { profile, at: address, path: '/app/jobs' });
}

beforeEach(stubLayout);
afterEach(() => vi.restoreAllMocks());

describe('the jobs list', () => {
  it('starts with the earliest job and lists those without dates last', async () => {
    open();
    expect(await screen.findByText('Whitaker re-roof')).toBeVisible();
    expect(titles()).toEqual(['Ellery re-roof', 'Whitaker re-roof', 'Castañeda hail repair']);
    expect(screen.getByRole('columnheader', { name: 'Start Date' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });

  it('sorts by the pressed column, reverses on the second press, and has the order in the address', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Title' }));
    await waitFor(() => expect(titles()[0]).toBe('Castañeda hail repair'));
    await user.click(screen.getByRole('button', { name: 'Title' }));
    await waitFor(() => expect(titles()[0]).toBe('Whitaker re-roof'));
    expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'descending');
    expect(router.state.location.search).toBe('?tab=all&sort=-title');
  });

  it('sorts crews by name whatever their case, and lists jobs without a crew last in both directions', async () => {
    const crew = (number: number, customSubcontractorName: string) =>
      aJob(number, { title: season[number - 1]?.title ?? '', isCustom: true, customSubcontractorName });
    const jobs = [crew(1, 'storm crew'), aJob(2, { title: 'Castañeda hail repair' }), crew(3, 'Crew A')];
    const { user } = open('/app/jobs?tab=all&sort=crew', jobs);
    await screen.findByText('storm crew');
    expect(titles()).toEqual(['Ellery re-roof', 'Whitaker re-roof', 'Castañeda hail repair']);
    // Works by keyboard, too.
    screen.getByRole('button', { name: 'Crew' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(titles()).toEqual(['Whitaker re-roof', 'Ellery re-roof', 'Castañeda hail repair']),
    );
  });

  it('shows who has accepted a job, who has not yet, and who leads it', async () => {
    const offered = { companyInfo: { name: 'Ríos Brothers' }, assignedToCompanyId: jobId(99) };
    const lead = { firstName: 'Ana', lastName: 'Cumbre' };
    open('/app/jobs', [
      aJob(1, { title: 'Whitaker re-roof', ...offered }),
      aJob(3, { title: 'Ellery re-roof', ...offered, isAcceptedBySub: true, assignedToUserInfo: lead }),
    ]);
    const row = async (title: string) => (await screen.findByText(title)).closest('tr') as HTMLElement;
    expect(within(await row('Whitaker re-roof')).getByText('(pending acceptance)')).toBeInTheDocument();
    const accepted = within(await row('Ellery re-roof'));
    expect(accepted.getByText('(accepted)')).toBeInTheDocument();
    expect(accepted.getByText('Ana Cumbre')).toBeVisible();
  });

  it('sorts on a phone too, where no column has a heading', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Location and sorting' }));
    await user.click(await screen.findByRole('combobox', { name: 'Sort by' }));
    await user.click(await screen.findByRole('option', { name: 'Crew Lead' }));
    await user.click(screen.getByRole('switch', { name: 'Reverse order' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=all&sort=-lead'));
  });

  it('links to the custom crews with the filters of the list, also for a subcontractor', async () => {
    mockServer({ 'GET /api/jobs/myJobs/subcontractor': { jobs: season } });
    const profile = signedIn({}, { companyType: 'subcontractor' });
    renderIn(() => <JobsScreen />, { profile, at: '/app/jobs?tab=active', path: '/app/jobs' });
    const links = await screen.findAllByRole('link', { name: 'Custom crews' });
    for (const link of links) expect(link).toHaveAttribute('href', '/app/jobs/custom_crews?tab=active');
  });

  it('keeps jobs without dates last when the order of dates is reversed', async () => {
    open('/app/jobs?tab=all&sort=-start');
    await screen.findByText('Whitaker re-roof');
    expect(titles()).toEqual(['Whitaker re-roof', 'Ellery re-roof', 'Castañeda hail repair']);
  });

  it('finds a name with an accent when it is typed without one, and counts the matches of each tab', async () => {
    const { user } = open();
    await user.type((await screen.findAllByLabelText('Search jobs'))[0] as HTMLElement, 'castaneda');
    await waitFor(() => expect(titles()).toEqual(['Castañeda hail repair']));
    expect(screen.getByRole('tab', { name: 'Unscheduled 1' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Complete 0' })).toBeVisible();
  });

  it('shows only the jobs of the open tab', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('tab', { name: 'Unscheduled 1' }));
    await waitFor(() => expect(titles()).toEqual(['Castañeda hail repair']));
    await user.click(screen.getByRole('tab', { name: 'Complete 1' }));
    await waitFor(() => expect(titles()).toEqual(['Ellery re-roof']));
    expect(router.state.location.search).toBe('?tab=complete');
  });

  it('filters by the city in the address', async () => {
    open('/app/jobs?tab=all&location=denver');
    await screen.findByText('Ellery re-roof');
    expect(titles()).toEqual(['Ellery re-roof']);
  });

  it('falls back to city and state if there is no street', async () => {
    open();
    const row = (await screen.findByText('Castañeda hail repair')).closest('tr');
    expect(within(row as HTMLElement).getByText('Arvada, CO')).toBeVisible();
  });

  it('shows that nothing was found, and a button that shows the jobs again', async () => {
    const { user } = open('/app/jobs?q=zzz');
    expect(await screen.findByRole('heading', { name: 'No jobs to show' })).toBeVisible();
    expect(screen.getByText('Check the spelling, try fewer words, or clear the filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(titles()).toHaveLength(2));
  });

  it('shows that a tab is empty while another has the job, and leads to it', async () => {
    const { user } = open('/app/jobs?q=ellery');
    expect(await screen.findByText('This tab has no such job, but another one does.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show the job' }));
    await waitFor(() => expect(titles()).toEqual(['Ellery re-roof']));
  });

  it('shows every user without jobs what to do or expect, whatever the filters', async () => {
    const toCreate = 'Create the first one, or import the jobs you already have from a CSV file.';
    open('/app/jobs?tab=active', []);
    expect(await screen.findByText(toCreate)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear the filters' })).toBeNull();
    for (const [userType, words] of [
      ['member', 'Jobs appear here as soon as an admin creates them.'],
      ['foreman', 'Jobs appear here as soon as they are assigned to you.'],
      ['salesman', 'Jobs appear here as soon as they are assigned to you.'],
    ] as const) {
      cleanup();
      open('/app/jobs?tab=active', [], signedIn({ userType }));
      expect(await screen.findByText(words)).toBeVisible();
      expect(screen.queryByText(toCreate)).toBeNull();
    }
  });

  it('explains to a subcontractor that jobs come from contractors', async () => {
    mockServer({ 'GET /api/jobs/myJobs/subcontractor': { jobs: [] } });
    const profile = signedIn({}, { companyType: 'subcontractor' });
    renderIn(() => <JobsScreen />, { profile, at: '/app/jobs', path: '/app/jobs' });
    expect(
      await screen.findByText('Jobs appear here as soon as a contractor assigns them to your company.'),
    ).toBeVisible();
  });

  it('offers a retry when jobs cannot be loaded', async () => {
    mockServer({ [list]: refusal(403, 'forbidden', 'Unauthorized') });
    const { user } = renderIn(() => <JobsScreen />, { profile: signedIn(), at: '/app/jobs' });
    await screen.findByRole('button', { name: 'Try again' });
    mockServer({ [list]: { jobs: season } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Whitaker re-roof')).toBeVisible();
  });

  it('shows a member why they cannot create jobs', async () => {
    open('/app/jobs', season, signedIn({ userType: 'member' }));
    await screen.findByText('Whitaker re-roof');
    expect(screen.getByRole('link', { name: 'New Job' })).toHaveAccessibleDescription(
      'Only admin accounts may create jobs',
    );
  });

  it('hides the buttons of contractors from a subcontractor', async () => {
    mockServer({ 'GET /api/jobs/myJobs/subcontractor': { jobs: season } });
    const profile = signedIn({}, { companyType: 'subcontractor' });
    renderIn(() => <JobsScreen />, { profile, at: '/app/jobs' });
    await screen.findByText('Whitaker re-roof');
    for (const name of ['New Job', 'Customers', 'Products'])
      expect(screen.queryByRole('link', { name })).toBeNull();
  });

  it('links a contractor to customers and price list, and keeps the filters under the price list', async () => {
    open('/app/jobs?tab=active');
    for (const link of await screen.findAllByRole('link', { name: 'Products' }))
      expect(link).toHaveAttribute('href', '/app/jobs/products?tab=active');
    for (const link of screen.getAllByRole('link', { name: 'Customers' }))
      expect(link).toHaveAttribute('href', '/app/jobs/customers');
  });

  it('links on a phone, too: customers, price list, crews, and the import for users who may create jobs', async () => {
    const linkNames = async (profile = signedIn()) => {
      const { user } = open('/app/jobs?tab=active', season, profile);
      await user.click(await screen.findByRole('button', { name: 'More options' }));
      const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
      return items.map((item) => item.getAttribute('href') ?? item.textContent?.replace(/\d+/, ''));
    };
    const everybody = [
      '/app/jobs/customers',
      '/app/jobs/products?tab=active',
      '/app/jobs/custom_crews?tab=active',
    ];
    expect(await linkNames()).toEqual([...everybody, '/app/jobs/import', 'Download CSV']);
    cleanup();
    expect(await linkNames(signedIn({ userType: 'member' }))).toEqual([...everybody, 'Download CSV']);
  });

  it('renders a window of a long list, not all of it', async () => {
    open(
      '/app/jobs',
      Array.from({ length: 3_000 }, (_, at) => aJob(at + 1)),
    );
    await screen.findByText('Job 1');
    expect(screen.getAllByRole('row').length).toBeLessThan(100);
  });
});

it('saves the jobs that tab and search leave, in the order of the list', async () => {
  const { user } = open('/app/jobs?tab=all&q=re-roof');
  await waitFor(() => expect(titles()).toEqual(['Ellery re-roof', 'Whitaker re-roof']));
  const { list: name, lines } = await downloadList(user);
  expect(name).toBe('jobs');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Ellery re-roof', 'Whitaker re-roof']);
  expect(lines[1]).toContain('2026-06-01,2026-06-20');
});
