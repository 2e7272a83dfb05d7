import type { AvailableDay, DayState, Job } from '@bindings';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aJob } from '@/testing/aJob';
import { aCompany, mockServer, renderIn, signedIn } from '@/testing/render';

import { WorkloadScreen } from './WorkloadScreen';

const range = 'from=2026-06-07&to=2026-08-29';
const crewA = { isCustom: true, crewId: 'c1', customSubcontractorName: '=Crew A' };
const jobs: Job[] = [
  // Friday to Monday: one day of work in each of two weeks.
  aJob(1, { ...crewA, startDate: '2026-06-12', endDate: '2026-06-15' }),
  aJob(2, { ...crewA, startDate: '2026-06-15', endDate: '2026-06-19' }),
  aJob(3, { title: 'Osman gutters', startDate: '2026-06-10', endDate: '2026-06-10' }),
  aJob(4, { ...crewA, status: 'complete', startDate: '2026-06-08', endDate: '2026-06-09' }),
];
const partner = { id: 'p1', name: 'Ríos Brothers', companyType: 'subcontractor' };

/** The first week: off on Monday, full on Tuesday, free from Wednesday to Friday. */
const shared = Array.from({ length: 7 }, (_, at): AvailableDay => {
  const state: DayState = [0, 1, 6].includes(at) ? 'off' : at === 2 ? 'full' : 'free';
  return { day: `2026-06-${String(7 + at).padStart(2, '0')}`, state };
});

const answers = {
  'GET /api/company/workdays': {
    workdays: { weekdays: [1, 2, 3, 4, 5], holidays: [{ day: '2026-07-03', name: 'July 4th' }], hours: null },
  },
  'GET /api/company/capacity': { capacity: { crews: 2, sharing: 'none' } },
  'GET /api/company/daysOff': { daysOff: [] },
  'GET /api/custom_crews/all': { crews: [{ id: 'c1', name: '=Crew A', crewMembers: [] }] },
  [`GET /api/connections/connections/${aCompany.id}`]: {
    fullConnectionsDetails: [{ id: 'k1', accepted: true, companyDetails: partner }],
  },
  [`GET /api/jobs/myJobs/contractor?${range}`]: { jobs },
  'GET /api/jobs/myJobs/contractor?unscheduled=true': { jobs: [aJob(5), aJob(6)] },
  [`GET /api/availability?${range}&connections=k1`]: { companies: [{ companyId: 'p1', days: shared }] },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-10T15:00:00Z') });
});

const open = (profile = signedIn()) => {
  mockServer(answers);
  return renderIn(() => <WorkloadScreen />, { profile });
};

async function row(name: RegExp): Promise<string[]> {
  const head = await screen.findByRole('rowheader', { name });
  const line = head.closest('tr') as HTMLElement;
  return within(line)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent ?? '');
}

test('an office sees each crew against what it can do, in working days and without holidays', async () => {
  open();
  const crew = await row(/Crew A/);
  expect(crew).toHaveLength(12);
  expect(crew.slice(0, 2)).toEqual(['1 / 51 of 5 days', '6 / 56 of 5 days, more than fits']);
  expect(crew[3], 'a week with a holiday').toBe('0 / 40 of 4 days');
});

test('a subcontractor is shown with the days that it shares', async () => {
  open();
  await screen.findByText('3 free');
  const rios = await row(/Ríos Brothers/);
  expect(rios[0]).toBe('00 days3 free');
  expect(rios[1], 'nothing is known').toBe('00 days');
});

test('what nobody has is a row, a list with links, and a number of jobs without days', async () => {
  open();
  expect((await row(/Nobody yet/))[0]).toBe('11 days');
  expect(screen.getByRole('link', { name: 'Osman gutters' })).toHaveAttribute(
    'href',
    `/app/jobs/${jobs[2]?.id}?view=edit`,
  );
  expect(screen.getByText('2 active jobs have no days yet, so no week counts them.')).toBeVisible();
});

test('the file holds the same numbers, and no name of a crew is run as a formula', async () => {
  const files: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: vi.fn((file: Blob) => files.push(file) && 'blob:csv'),
    revokeObjectURL: vi.fn(),
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = open();
  await row(/Crew A/);
  await user.click(screen.getAllByRole('button', { name: 'Download CSV' })[0] as HTMLElement);
  const lines = (await (files[0] as Blob).text()).split('\n');
  expect(lines[0]).toMatch(/Who,Days of work,2026-06-07,2026-06-14,/);
  expect(lines).toContain(`'=Crew A,Planned,1,6${',0'.repeat(10)}`);
  expect(lines).toContain(`'=Crew A,Capacity,5,5,5,4${',5'.repeat(8)}`);
});

test('a company without a permission for reports reads why', async () => {
  open(signedIn({ userType: 'foreman' }));
  expect(screen.queryByRole('table')).toBeNull();
});
