/** Jobs for the tests of this folder, and what jsdom lacks to draw windowed lists. */
import type { Job } from '@bindings';
import { vi } from 'vitest';
import { aCompany } from '@/testing/show';

export const idOf = (number: number) => `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export function aJob(number: number, change: Partial<Job> = {}): Job {
  return {
    id: idOf(number),
    title: `Job ${number}`,
    address: '4417 S Quebec Ct',
    city: 'Littleton',
    state: 'CO',
    zip: '80123',
    status: 'active',
    color: '#3F6CDA',
    contractAmount: null,
    contractorCompanyName: aCompany.name,
    contractorId: aCompany.id,
    crewId: null,
    companyId: aCompany.id,
    companyInfo: null,
    assignedToCompanyId: null,
    assignedToUserId: null,
    assignedToUserInfo: null,
    customSubcontractorName: null,
    customCrewMemberName: null,
    isCustom: false,
    isAcceptedBySub: false,
    jobCrewTableId: idOf(number + 500_000),
    jobCustomer: null,
    jobNumber: String(number),
    latitude: null,
    longitude: null,
    startDate: null,
    endDate: null,
    dateInserted: '2026-05-18T15:00:00Z',
    inspectionNote: null,
    reports: [],
    tags: [],
    calendarAssignments: [],
    ...change,
  };
}

/** jsdom lays nothing out; a window of no height would hold no rows. */
export function withRoom(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44);
}
