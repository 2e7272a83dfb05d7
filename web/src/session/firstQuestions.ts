/** What a first list asks of the server. It is asked while the code that draws it is still on its way. */
import type { Company } from '@bindings';
import { askEarly } from '@/api/early';

export const profileAddress = '/api/auth/fetchProfile';
export const standingAddress = '/api/auth/account';
export const jobsAddress = (companyType: string): string => `/api/jobs/myJobs/${companyType}`;

async function askForJobs(token: string): Promise<void> {
  const profile = await askEarly(profileAddress, token);
  if (!profile.ok) return;
  // The answer itself is read by the session.
  const { company } = (await profile.clone().json()) as { company: Company | null };
  if (company !== null) await askEarly(jobsAddress(company.companyType), token);
}

/** Rejects where nobody answers; whoever needs the answers asks again. */
export async function askForList(token: string): Promise<void> {
  await Promise.all([askEarly(standingAddress, token), askForJobs(token)]);
}
