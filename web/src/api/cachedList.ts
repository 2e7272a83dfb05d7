/** A list that an earlier page of this browser kept, with the state at which the server sent it. */
import { readCached } from './responseCache';

export async function readCachedList(
  queryHash: string,
): Promise<{ state: string; rows: { id: string }[] } | undefined> {
  const kept = await readCached(queryHash);
  if (kept?.state === undefined || !Array.isArray(kept.data)) return undefined;
  return { state: kept.state, rows: kept.data };
}
