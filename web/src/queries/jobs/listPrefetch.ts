/** The requests of the first list of jobs. They are sent while the code that draws the list is still loading. */
import type { Company } from '@bindings';
import { prefetch } from '@/api/prefetch';

export const profilePath = '/api/auth/fetchProfile';
export const accountPath = '/api/auth/account';
export const jobsPath = (companyType: string): string => `/api/jobs/myJobs/${companyType}`;

async function prefetchJobs(token: string): Promise<void> {
  const profile = await prefetch(profilePath, token);
  if (!profile.ok) return;
  // The response itself is read by the session.
  const { company } = (await profile.clone().json()) as { company: Company | null };
  if (company !== null) await prefetch(jobsPath(company.companyType), token);
}

/** Rejects if there is no response; the query that needs the data sends the request again. */
export async function prefetchFirstList(token: string): Promise<void> {
  await Promise.all([prefetch(accountPath, token), prefetchJobs(token)]);
}
