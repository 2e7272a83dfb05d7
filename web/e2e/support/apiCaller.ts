/** API calls of the demo's users that prepare a test. */
import type { APIRequestContext } from '@playwright/test';

import type { Company, Connection, Job } from '../../../bindings';
import { demoToken, expect } from './fixtures';

/** API calls as one of the demo's users. */
export const caller = async (request: APIRequestContext, email: string) =>
  callerWith(request, await demoToken(request, email));

/** API calls with this token. */
export function callerWith(request: APIRequestContext, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answered = async <T>(answer: Awaited<ReturnType<typeof request.get>>): Promise<T> => {
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  };
  return {
    get: async <T>(path: string) => answered<T>(await request.get(path, { headers })),
    put: async <T>(path: string, data: object) => answered<T>(await request.put(path, { data, headers })),
    post: async <T>(path: string, data: object) => answered<T>(await request.post(path, { data, headers })),
    delete: async <T>(path: string) => answered<T>(await request.delete(path, { headers })),
  };
}

export type Caller = ReturnType<typeof callerWith>;

/** Creates a job of the demo's contractor that no other test uses. */
export async function createJob(office: Caller): Promise<{ id: string; title: string }> {
  const title = `Okafor re-roof ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await office.post<{ id: string }>('/api/jobs/create', {
    title,
    city: 'Nashville',
    state: 'TN',
  });
  return { id, title };
}

/** Assigns a job to the Ríos brothers, who are asked. Returns the id of the assignment. */
export async function offerJob(office: Caller, jobId: string): Promise<string> {
  const { company } = await office.get<{ company: Company }>('/api/auth/fetchProfile');
  const { fullConnectionsDetails: connections } = await office.get<{ fullConnectionsDetails: Connection[] }>(
    `/api/connections/connections/${company.id}`,
  );
  const rios = connections.find(({ companyDetails }) => companyDetails.name.includes('Ríos'));
  const { jobCrewTableId } = (await office.get<{ info: Job }>(`/api/jobs/job/${jobId}`)).info;
  const assignment = { selectedConnection: rios?.id, jobCrewTableId, isCustom: false };
  await office.post('/api/jobs/update/assign/subcontractorAccount', assignment);
  return jobCrewTableId;
}

/** Assigns a job to the Ríos brothers, who accept it. */
export async function assignJob(office: Caller, crew: Caller, jobId: string): Promise<void> {
  const jobCrewTableId = await offerJob(office, jobId);
  await crew.post('/api/jobs/update/acceptDecline', { didAccept: true, jobCrewTableId });
}
