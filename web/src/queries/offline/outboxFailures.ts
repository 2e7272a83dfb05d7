/** The effect of a failed attempt on an entry, and the time of the next one. */
import { ApiFailure } from '@/api/client';
import { notice } from '@/i18n';
import { explainFailure } from '@/queries/mutations/request';

import { type Entry, isFileEntry, type StoredState } from './outbox';

/** The first and the longest pause between two attempts, in ms: each is twice as long as the one before. */
const retryDelay = 30_000;
const maxRetryDelay = 300_000;
/** After this many attempts without a response, while others got one, an entry is marked as refused. */
const maxUnanswered = 8;
/** After this many server errors an entry is marked as refused, and the user reads why. */
const maxTries = 5;

/** The code of a failure before the call of the entry itself was sent. */
export const notSent = 'notSent';

/** The code of a new job that may have arrived so long ago that the server does not recognize it. */
export const forgottenCode = 'forgotten';

/** The pause after this many failed runs in a row, in ms. */
export const pauseAfter = (failures: number): number => Math.min(retryDelay * 2 ** failures, maxRetryDelay);

/** `settled`: refused or discarded. `over`: the user who made the change is not signed in. */
export type Outcome = 'sent' | 'settled' | 'later' | 'over';

export interface Settlement {
  outcome: Outcome;
  /** The changed fields of the entry. */
  change: Partial<StoredState>;
  /** The pause that the server requested, in ms. */
  wait?: number;
  /** There was no response. */
  unheard?: boolean;
}

/** Statuses for which a retry does not help: the room is closed, or the file is no picture or too large. */
const permanent = [409, 413, 415, 422];

/** The failure of a file that was not refused by the server. */
export const uploadFailure = (status: number, code: string): ApiFailure =>
  new ApiFailure(status, code, notice('imagesUploadFailed'));

function refusal(entry: Entry, failure: ApiFailure): Settlement {
  if (isFileEntry(entry)) {
    const reason = explainFailure(failure, 'imagesUploadFailed').message;
    const again = !permanent.includes(failure.status);
    return { outcome: 'settled', change: { state: 'refused', reason, again, tries: 0 } };
  }
  const state = failure.status === 409 && failure.code === 'changed' ? 'changed' : 'refused';
  // The server would repeat its first answer, so it has not stored what it refuses now.
  const isNew = entry.kind === 'createJob' && failure.status < 500 && failure.code !== forgottenCode;
  const sure = isNew ? { unsure: false, sentAt: undefined } : {};
  return { outcome: 'settled', change: { state, reason: failure.message, again: true, tries: 0, ...sure } };
}

/**
 * An entry without a response is queued, unless a reload would lose it. A foreground upload reports its failure at
 * once; a queued entry is retried a few times.
 */
export function settlementOf(entry: Entry, failure: ApiFailure): Settlement {
  const { code, status, unheard, wait } = failure;
  if (entry.durable && status === 401) return { outcome: 'over', change: {} };
  if (entry.durable && unheard)
    return { outcome: 'later', change: code === notSent ? {} : { unsure: true }, unheard };
  if (entry.foreground) return refusal(entry, failure);
  if (status === 429) return { outcome: 'later', change: {}, wait: (wait ?? 0) * 1_000 };
  const tries = entry.tries + 1;
  if (status >= 500 && tries < maxTries) return { outcome: 'later', change: { tries } };
  return refusal(entry, failure);
}

/**
 * The change of an entry that got no response while another one did: something in between takes offence at it, and
 * without a limit it would be sent for ever.
 */
export function unansweredChange(entry: Entry): Partial<StoredState> {
  const unanswered = (entry.unanswered ?? 0) + 1;
  if (unanswered < maxUnanswered) return { unanswered };
  return { state: 'refused', reason: notice('offline'), again: true, unanswered: 0 };
}
