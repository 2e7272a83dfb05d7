/** Sending new jobs. The server recognizes their keys for a day, and gives the id that all behind them waits for. */
import type { JobId } from '@bindings';
import { ApiFailure } from '@/api/client';
import { serverNow } from '@/api/serverClock';
import { notice } from '@/i18n';

import type { Entry, StoredState } from './outbox';
import { forgottenCode } from './outboxFailures';
import { type Exchange, exchangeOf } from './outboxLanes';
import { rememberExchange } from './temporaryIds';

/** An hour less than the day for which the server recognizes a key, in ms. */
const keyLife = 23 * 60 * 60_000;

/** What would be done twice if it were sent again after that: other calls are recognized for longer, or can be repeated. */
export const isKnownForADay = ({ kind }: Pick<Entry, 'kind'>): boolean => kind === 'createJob';

export const sentNow = (): Partial<StoredState> => ({ sentAt: serverNow() });

/** Whether it may have arrived so long ago that the server would store it once more. */
export const isForgotten = (entry: Entry): boolean =>
  isKnownForADay(entry) && entry.sentAt !== undefined && serverNow() - entry.sentAt > keyLife;

/** The user has to look whether it is there. */
export const forgotten = (): ApiFailure => new ApiFailure(409, forgottenCode, notice('perhapsSaved'));

/** How other entries change when this one has got its answer. Remembers the id that a new job has got. */
export function exchangeFor(entry: Entry, answer: unknown): Exchange | undefined {
  if (entry.kind !== 'createJob') return undefined;
  const { id } = answer as { id: JobId };
  rememberExchange(entry.job.id, id);
  return exchangeOf(entry, id);
}
