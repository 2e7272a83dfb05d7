/** Prefetches what the first screen needs while the rules are still loading. */
import { newQueryClient } from '@/api/queryClient';
import { readToken } from '@/api/token';
import { accountQuery } from '@/queries/accounts/account';
import { profileQuery } from '@/queries/accounts/session';
import { prefetchJobs } from '@/queries/jobs/jobs';

/** The one query client of the page. It exists before anything is rendered. */
export const queryClient = newQueryClient();

/**
 * Prefetches profile and account, so that the first paint is the screen itself. Screens handle failures and slow
 * responses on their own.
 */
export async function prefetchAccount(address: string): Promise<void> {
  if (readToken() === null || !address.startsWith('/app')) return;
  await Promise.all([queryClient.prefetchQuery(profileQuery), queryClient.prefetchQuery(accountQuery)]);
  const company = queryClient.getQueryData(profileQuery.queryKey)?.company;
  // Not awaited: it arrives while the screen renders.
  if (address === '/app/jobs' && company) void prefetchJobs(queryClient, company.companyType, {});
}
