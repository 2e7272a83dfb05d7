import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob } from '@/testing/aJob';
import { aCompany, aUser, mockServer, renderIn, signedIn } from '@/testing/render';
import { dayOf } from '@/ui/dates/dates';

import { CompanyScreen } from './CompanyScreen';

const today = dayOf();
const description = `${'Steep-slope and low-slope roofs. '.repeat(4)}The end.`;
const company = { ...aCompany, description, qualifications: [{ id: 'q', qualification: 'OSHA 30' }] };
const running = aJob(1, { city: 'Arvada', startDate: today, endDate: today });

const nothingToday = {
  jobs: [],
  unscheduled: [],
  overdue: [],
  papers: [],
  unread: 0,
  waiting: { assignments: [], connections: [], signatures: [], orders: [] },
};

const responses = (jobs = [running, aJob(2, { city: 'Denver' })]) => ({
  [`GET /api/company/find/${aCompany.id}`]: { company },
  'GET /api/today': nothingToday,
  'GET /api/company/myFiles': { files: [] },
  [`GET /api/qualifications/find/${aCompany.id}`]: { qualifications: company.qualifications },
  [`GET /api/company/users/${aCompany.id}`]: { employees: [{ ...aUser, userType: 'foreman' }] },
  'GET /api/jobs/myJobs/contractor': { jobs },
  [`GET /api/jobs/myJobs/contractor?from=${today}&to=${today}`]: {
    jobs: jobs.filter(({ startDate }) => startDate === today),
  },
});

test('the dashboard lists where the jobs are in a table, not only in a chart', async () => {
  mockServer(responses());
  renderIn(() => <CompanyScreen />, { profile: signedIn() });
  const table = await screen.findByRole('table', { name: 'Jobs by location' });
  expect(within(table).getByRole('row', { name: /Arvada 1 50%/ })).toBeVisible();
  expect(within(table).getByRole('row', { name: /Denver 1 50%/ })).toBeVisible();
});

test('a long description can be expanded and collapsed', async () => {
  mockServer(responses());
  const { user } = renderIn(() => <CompanyScreen />, { profile: signedIn({}, company) });
  expect(screen.queryByText(/The end\./)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'show more' }));
  expect(screen.getByText(/The end\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'show less' }));
  expect(screen.queryByText(/The end\./)).toBeNull();
});

test('the employees of the company are listed in the language of the user', async () => {
  mockServer(responses());
  setLanguage('spanish');
  renderIn(() => <CompanyScreen />, { profile: signedIn({ language: 'spanish' }) });
  const people = screen.getByRole('region', { name: /Empleados/ });
  const row = await within(people).findByRole('row', { name: /Marisol Vega/ });
  expect(row).toHaveTextContent('usted');
  expect(row).toHaveTextContent('capataz');
  expect(await screen.findByText('OSHA 30')).toBeVisible();
});

test('a new company gets a link to create its first job', async () => {
  mockServer(responses([]));
  renderIn(() => <CompanyScreen />, { profile: signedIn() });
  expect(await screen.findByRole('link', { name: 'Go to your jobs' })).toHaveAttribute('href', '/app/jobs');
});

test('an admin gets a link to the settings, a member only to the page that others see', async () => {
  mockServer(responses());
  renderIn(() => <CompanyScreen />, { profile: signedIn() });
  expect(screen.getByRole('link', { name: 'Edit company' })).toHaveAttribute('href', '/app/company/settings');
  expect(screen.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/app/help');
  cleanup();
  renderIn(() => <CompanyScreen />, { profile: signedIn({ userType: 'member' }) });
  const others = screen.getByRole('link', { name: 'Public page' });
  expect(others).toHaveAttribute('href', `/app/view/company/${aCompany.id}`);
  expect(screen.queryByRole('link', { name: 'Edit company' })).toBeNull();
});
