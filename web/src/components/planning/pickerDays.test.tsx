import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ScheduleForm } from '@/components/jobs/ScheduleForm';
import { setLanguage } from '@/i18n';
import { aJob } from '@/testing/aJob';
import { aCompany, mockServer, renderIn, signedIn } from '@/testing/render';

const partner = { id: 'p1', name: 'Ríos Brothers', companyType: 'subcontractor' };
const job = aJob(1, {
  assignedToCompanyId: 'p1',
  companyInfo: { name: 'Ríos Brothers' },
  startDate: '2026-06-11',
  endDate: '2026-06-12',
});
// With the days around them, because a job may begin before or end after what is shown.
const month = 'from=2026-05-24&to=2026-07-18';
const ahead = 'from=2026-06-03&to=2026-07-21';

/** Busy all along, away on June 15th, and free from the 22nd to the 24th. */
function ofRios(from: string, to: string) {
  const days = [];
  for (const day = new Date(from); day <= new Date(to); day.setUTCDate(day.getUTCDate() + 1)) {
    const text = day.toISOString().slice(0, 10);
    const free = ['2026-06-22', '2026-06-23', '2026-06-24'].includes(text);
    days.push({ day: text, state: text === '2026-06-15' ? 'off' : free ? 'free' : 'busy' });
  }
  return { companies: [{ companyId: 'p1', days }] };
}

const answers = {
  'GET /api/company/workdays': { workdays: { weekdays: [1, 2, 3, 4, 5], holidays: [], hours: null } },
  'GET /api/company/capacity': { capacity: { crews: 2, sharing: 'none' } },
  'GET /api/company/daysOff': { daysOff: [] },
  [`GET /api/connections/connections/${aCompany.id}`]: {
    fullConnectionsDetails: [{ id: 'k1', accepted: true, companyDetails: partner }],
  },
  [`GET /api/availability?${month}&connections=k1`]: ofRios('2026-05-24', '2026-07-18'),
  [`GET /api/availability?${ahead}&connections=k1`]: ofRios('2026-06-03', '2026-07-21'),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-10T15:00:00Z') });
});

const open = () => {
  const fetch = mockServer(answers);
  const save = vi.fn(async () => undefined);
  const profile = signedIn();
  return {
    fetch,
    save,
    ...renderIn(() => <ScheduleForm job={job} action="Save dates" save={save} />, { profile }),
  };
};

test('each day of the date picker says whether the company is free, for eyes and for screen readers', async () => {
  const { user, fetch } = open();
  const legend = await screen.findByText('Days of Ríos Brothers:');
  for (const word of ['Busy', 'Free', 'Off'])
    expect(within(legend.parentElement as HTMLElement).getByText(word)).toBeVisible();
  await user.click(screen.getByRole('textbox', { name: /Start date/i }));
  expect(await screen.findByRole('button', { name: '15 June 2026, Off' })).toBeVisible();
  expect(screen.getByRole('button', { name: '22 June 2026, Free' })).toBeVisible();
  const asked = fetch.mock.calls.filter(([path]) => path.startsWith('/api/availability'));
  expect(asked, 'the month and the four weeks ahead, each once').toHaveLength(2);
});

test('the best windows for the length of the job are offered, and one press fills in the dates', async () => {
  const { user, save } = open();
  const windows = await screen.findByRole('region', { name: 'Best days in the next 4 weeks: Ríos Brothers' });
  const offered = within(windows).getAllByRole('button', { name: /^Use/ });
  expect(offered).toHaveLength(3);
  expect(offered[0]).toHaveAccessibleName('Use Mon Jun 22 to Tue Jun 23: Free');
  await user.click(offered[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Save dates' }));
  expect(save).toHaveBeenCalledWith({ startDate: '2026-06-22', endDate: '2026-06-23' });
});

test('a company with three crews that has set no number of crews has room beside one job', async () => {
  const nobodys = aJob(2, { startDate: null, endDate: null });
  const other = aJob(3, { startDate: '2026-05-01', endDate: '2026-08-01' });
  const crews = ['A', 'B', 'C'].map((name) => ({ id: name, name, crewMembers: [] }));
  mockServer({
    ...answers,
    'GET /api/company/capacity': { capacity: { crews: 1, sharing: 'none' } },
    'GET /api/custom_crews/all': { crews },
    'GET /api/jobs/myJobs/contractor?from=2026-05-31&to=2026-07-04': { jobs: [other] },
    'GET /api/jobs/myJobs/contractor?from=2026-06-10&to=2026-07-07': { jobs: [other] },
  });
  const form = () => <ScheduleForm job={nobodys} action="Save dates" save={async () => undefined} />;
  renderIn(form, { profile: signedIn() });
  const windows = await screen.findByRole('region', { name: /^Best days in the next 4 weeks/ });
  expect(within(windows).getAllByRole('button', { name: /^Use .*: Busy$/ })).toHaveLength(3);
});

test('a day is named in Spanish for a Spanish user', async () => {
  setLanguage('spanish');
  const { user } = open();
  await screen.findByText('Días de Ríos Brothers:');
  await user.click(screen.getByRole('textbox', { name: /inicio/i }));
  expect(await screen.findByRole('button', { name: /15 .*2026, No trabaja/ })).toBeVisible();
});
