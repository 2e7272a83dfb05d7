/** A job for tests: values that are not passed have typical defaults. */
import type { Job } from '@bindings';

import { aCompany } from './render';

export const jobId = (number: number): string =>
  `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const aJob = (number: number, change: Partial<Job> = {}): Job => ({
  id: jobId(number),
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
  jobCrewTableId: jobId(number + 500_000),
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
  reportedComplete: null,
  follows: [],
  calendarAssignments: [],
  ...change,
});
