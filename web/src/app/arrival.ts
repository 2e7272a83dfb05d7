/** What whoever arrives in the app waits for: asked for while the rules are still on their way. */
import { newQueryClient } from '@/api/queries';
import { readToken } from '@/api/token';
import { standingQuery } from '@/session/accountStanding';
import { prefetchJobs } from '@/session/jobs';
import { profileQuery } from '@/session/session';

/** One for the page: it is there before anything is drawn. */
export const queries = newQueryClient();

/**
 * Who this is, so that the first picture is the screen and not a question. It is asked once here and nowhere waited for
 * longer than by the screens themselves; what failed, they tell.
 */
export async function askWhoArrives(address: string): Promise<void> {
  if (readToken() === null || !address.startsWith('/app')) return;
  await Promise.all([queries.prefetchQuery(profileQuery), queries.prefetchQuery(standingQuery)]);
  const company = queries.getQueryData(profileQuery.queryKey)?.company;
  // It comes while the screen is being drawn.
  if (address === '/app/jobs' && company) void prefetchJobs(queries, company.companyType, {});
}
