/** The requests of the first list of jobs. They are sent while the code that draws the list is still loading. */
import type { Company } from '@bindings';
import { keptState, sincePath } from '@/api/listStates';
import { prefetch } from '@/api/prefetch';

export const profilePath = '/api/auth/fetchProfile';
export const accountPath = '/api/auth/account';
/** The hash of the query for all jobs, before the library that computes it has loaded. */
export const allJobsHash = '["jobs","list",{}]';
export const jobsPath = (companyType: string): string => `/api/jobs/myJobs/${companyType}`;

async function prefetchJobs(token: string): Promise<void> {
  const profile = await prefetch(profilePath, token);
  if (!profile.ok) return;
  // The response itself is read by the session.
  const { company } = (await profile.clone().json()) as { company: Company | null };
  if (company === null) return;
  const path = jobsPath(company.companyType);
  const state = keptState(allJobsHash);
  await prefetch(state === undefined ? path : sincePath(path, state), token);
}

/** Rejects if there is no response; the query that needs the data sends the request again. */
export async function prefetchFirstList(token: string): Promise<void> {
  await Promise.all([prefetch(accountPath, token), prefetchJobs(token)]);
}
