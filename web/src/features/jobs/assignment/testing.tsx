/** The assignment tab over the list of jobs, with a fake server. */
import type { Connection, Crew } from '@bindings';
import { vi } from 'vitest';
import { useJob, useJobs } from '@/queries/jobs/jobs';
import { aJob, jobId } from '@/testing/aJob';
import { aCompany, aUser, type mockServer, renderIn, signedIn } from '@/testing/render';

import { JobEdit } from '../edit/JobEdit';

export const job = aJob(7, { title: 'Whitaker re-roof' });
export const rios = { id: jobId(70), name: 'Ríos Brothers', location: 'Antioch, TN', logoUrl: null };

const connection = (number: number, name: string, change: Partial<Connection> = {}): Connection => ({
  id: jobId(number),
  senderId: aCompany.id,
  recipientId: rios.id,
  accepted: true,
  sent: true,
  message: '',
  companyDetails: { ...rios, id: jobId(number + 10), name, companyType: 'subcontractor' },
  ...change,
});

const connections = [
  connection(60, rios.name),
  connection(61, 'Not yet Roofing', { accepted: false }),
  connection(62, 'Harpeth Exteriors', { companyDetails: { ...rios, companyType: 'contractor' } }),
];

export const crewB: Crew = {
  id: jobId(80),
  name: 'Crew B (repairs)',
  crewMembers: [{ id: jobId(81), name: 'Memo Salas', email: null, phone: null, crewId: jobId(80) }],
};

const employees = [
  { ...aUser, id: jobId(90), firstName: 'Luis', lastName: 'Ortega', userType: 'foreman' },
  aUser,
];

export const answers = (now = job) => ({
  'GET /api/jobs/myJobs/contractor': { jobs: [now] },
  'GET /api/jobs/myJobs/subcontractor': { jobs: [now] },
  [`GET /api/jobs/job/${job.id}`]: { info: now },
  [`GET /api/connections/connections/${aCompany.id}`]: { fullConnectionsDetails: connections },
  [`GET /api/company/users/${aCompany.id}`]: { employees },
  'GET /api/custom_crews/all': { crews: [crewB] },
});

/** Called when the page closes because the company no longer has the job. */
export const left = vi.fn();

/** Renders the tab, and above it a list of the assignments. */
function Tab() {
  const { job: now } = useJob(job.id);
  const { jobs = [] } = useJobs();
  const crews = jobs.map(
    ({ title, companyInfo, isAcceptedBySub, customSubcontractorName, assignedToUserInfo }) =>
      [title, companyInfo?.name, isAcceptedBySub, customSubcontractorName, assignedToUserInfo?.lastName].join(
        '/',
      ),
  );
  return (
    <>
      <p data-testid="list">{crews.join()}</p>
      {now && <JobEdit job={now} onDirty={() => undefined} onDeleted={left} />}
    </>
  );
}

export const open = (profile = signedIn()) => renderIn(() => <Tab />, { profile });

/** The number of calls whose path contains `part`. */
export const calls = (fetch: ReturnType<typeof mockServer>, part: string) =>
  fetch.mock.calls.filter(([path]) => path.includes(part)).length;
