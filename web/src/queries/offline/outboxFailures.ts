/** What a failed try means for an entry, and when the next one is due. */
import { ApiFailure } from '@/api/client';
import { notice } from '@/i18n';
import { explainFailure } from '@/queries/mutations/request';

import { type Entry, isFileEntry, type StoredState } from './outbox';

/** The first pause between two tries, and the longest, in ms: each is twice as long as the one before. */
const retryDelay = 30_000;
const maxRetryDelay = 300_000;
/** After this many server errors an entry is marked as refused, and the user reads why. */
const maxTries = 5;

/** The pause after this many runs in a row that did not get through, in ms. */
export const pauseAfter = (failures: number): number => Math.min(retryDelay * 2 ** failures, maxRetryDelay);

/** `settled`: refused, or given up. `over`: whoever did it is not signed in. */
export type Outcome = 'sent' | 'settled' | 'later' | 'over';

export interface Settlement {
  outcome: Outcome;
  /** What changes in the entry. */
  change: Partial<StoredState>;
  /** How long the server wants to be left alone, in ms. */
  wait?: number;
}

/** The room was closed, or it is no picture or too large: that stays so however often it is sent. */
const hopeless = [409, 413, 415, 422];

/** A file that cannot be sent for another reason than the server's. */
export const uploadFailure = (status: number, code: string): ApiFailure =>
  new ApiFailure(status, code, notice('imagesUploadFailed'));

function refusal(entry: Entry, failure: ApiFailure): Settlement {
  if (isFileEntry(entry)) {
    const reason = explainFailure(failure, 'imagesUploadFailed').message;
    const again = !hopeless.includes(failure.status);
    return { outcome: 'settled', change: { state: 'refused', reason, again, tries: 0 } };
  }
  const state = failure.status === 409 && failure.code === 'changed' ? 'changed' : 'refused';
  return { outcome: 'settled', change: { state, reason: failure.message, again: true, tries: 0 } };
}

/**
 * What nobody heard waits, unless a reload would lose it. What is uploaded before the user's eyes is told at once;
 * what waited is tried some more.
 */
export function settlementOf(entry: Entry, failure: ApiFailure): Settlement {
  const { status, unheard, wait } = failure;
  if (entry.durable && status === 401) return { outcome: 'over', change: {} };
  if (entry.durable && unheard) return { outcome: 'later', change: { unsure: true } };
  if (entry.foreground) return refusal(entry, failure);
  if (status === 429) return { outcome: 'later', change: {}, wait: (wait ?? 0) * 1_000 };
  const tries = entry.tries + 1;
  if (status >= 500 && tries < maxTries) return { outcome: 'later', change: { tries } };
  return refusal(entry, failure);
}
