/** Brings back what was kept of a query whose answer cannot be had now. */
import { notifyManager, type Query } from '@tanstack/react-query';

import { type Kept, readKept, restored } from './keptAnswers';

/** It shows as what it is: an answer of then, that is asked for again as soon as that makes sense. */
export async function restore<T>(query: Pick<Query, 'queryHash' | 'setState'>, failure: Error): Promise<T> {
  const kept: Kept | undefined = await readKept(query.queryHash).catch(() => undefined);
  if (kept === undefined) throw failure;
  restored.set(query.queryHash, kept.at);
  notifyManager.schedule(() => query.setState({ dataUpdatedAt: kept.at, isInvalidated: true }));
  return kept.data as T;
}
