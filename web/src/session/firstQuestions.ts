/** What a first list asks of the server. It is asked while the code that draws it is still on its way. */
import type { Company } from '@bindings';
import { askEarly } from '@/api/early';

export const profileAddress = '/api/auth/fetchProfile';
export const standingAddress = '/api/auth/account';
export const jobsAddress = (companyType: string): string => `/api/jobs/myJobs/${companyType}`;

export async function askForList(token: string): Promise<void> {
  const standing = askEarly(standingAddress, token);
  const profile = await askEarly(profileAddress, token);
  if (profile.ok) {
    // The answer itself is read by the session.
    const { company } = (await profile.clone().json()) as { company: Company | null };
    if (company !== null) await askEarly(jobsAddress(company.companyType), token);
  }
  await standing;
}
