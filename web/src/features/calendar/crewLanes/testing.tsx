/** A company with two crews and a subcontractor, and their lanes. */
import type { Connection, Crew, Job } from '@bindings';
import { vi } from 'vitest';
import { aJob } from '@/testing/aJob';
import { aCompany, mockServer, type refusal, renderIn, signedIn } from '@/testing/render';

import { useCalendarView } from '../useCalendarView';
import { CrewsDesktop } from './CrewsDesktop';

export const at = '/app/calendar?show=crews&date=2026-06-10';
const days = 'from=2026-06-07&to=2026-06-13';

const crew = (id: string, name: string): Crew => ({ id, name, crewMembers: [] });
export const crews = [crew('c1', 'Crew A'), crew('c2', 'Crew B')];

const partner = { id: 'p1', name: 'Ríos Brothers', location: 'Nashville, TN', logoUrl: null };
const connection = {
  id: 'k1',
  senderId: aCompany.id,
  recipientId: partner.id,
  accepted: true,
  sent: true,
  message: '',
  companyDetails: { ...partner, companyType: 'subcontractor' },
} as unknown as Connection;

export const ofCrew = (number: number, one: Crew, change: Partial<Job>): Job =>
  aJob(number, { isCustom: true, crewId: one.id, customSubcontractorName: one.name, ...change });

export const answers = (jobs: Job[], unscheduled: Job[] = []) => ({
  [`GET /api/jobs/myJobs/contractor?${days}`]: { jobs },
  'GET /api/jobs/myJobs/contractor?unscheduled=true': { jobs: unscheduled },
  'GET /api/custom_crews/all': { crews },
  [`GET /api/connections/connections/${aCompany.id}`]: { fullConnectionsDetails: [connection] },
  [`GET /api/company/users/${aCompany.id}`]: { employees: [] },
});

function Desk() {
  return <CrewsDesktop calendar={useCalendarView()} />;
}

/** Renders the lanes of a week in a window large enough for all of them. */
export function showLanes(
  jobs: Job[],
  more: Record<string, object | ReturnType<typeof refusal>> = {},
  user: Parameters<typeof signedIn>[0] = {},
) {
  // jsdom has no layout; a window without height would show no lanes.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_200);
  Element.prototype.scrollTo = () => undefined;
  const fetch = mockServer({ ...answers(jobs), ...more });
  return { fetch, ...renderIn(() => <Desk />, { profile: signedIn(user), at, path: '/app/calendar' }) };
}
