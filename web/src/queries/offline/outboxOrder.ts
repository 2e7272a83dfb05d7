/** Which entries wait for each other, and how many are sent at the same time. */
import type { JobId } from '@bindings';
import { type Entry, isPendingEntry, isUploading } from './outbox';
import { isBehindCreation } from './outboxLanes';

/** How many files a tab uploads at the same time: more would only slow each other down on a phone's network. */
export const maxUploads = 3;

const declines = (entry: Entry, jobId: JobId): boolean =>
  entry.kind === 'answerJob' && !entry.accepts && entry.job.id === jobId;

/** Whether the earlier entry has to be sent before the later one. */
export function holdsBack(earlier: Entry, later: Entry): boolean {
  if (earlier.kind === 'createJob') return isBehindCreation(later, earlier);
  // After a decline the job takes no photos any more.
  if (earlier.kind === 'photo') return isPendingEntry(earlier) && declines(later, earlier.jobId);
  if (earlier.lane !== later.lane) return false;
  // A text does not wait for pictures, and a refused picture does not block the next one.
  if (earlier.kind === 'picture') return later.kind === 'picture' && isPendingEntry(earlier);
  return true;
}

/** What waits for a new job does so whatever its rank: a clock that was set back gives lower ones. */
const isHeldBack = (entry: Entry, entries: readonly Entry[]): boolean =>
  entries.some((other) => isBehindCreation(entry, other)) ||
  entries.slice(0, entries.indexOf(entry)).some((earlier) => holdsBack(earlier, entry));

/**
 * The next queued entry: the oldest that may be sent now, of those that were left without a response least often.
 * `skipped` are tried later, or by another tab.
 */
export function nextToSend(
  entries: readonly Entry[],
  skipped: ReadonlySet<string> = new Set(),
  unansweredTries: ReadonlyMap<string, number> = new Map(),
): Entry | undefined {
  const ready = entries.filter(
    (entry) =>
      isPendingEntry(entry) && !entry.foreground && !skipped.has(entry.id) && !isHeldBack(entry, entries),
  );
  const tries = ({ id }: Entry) => unansweredTries.get(id) ?? 0;
  const least = Math.min(...ready.map(tries));
  return ready.find((entry) => tries(entry) === least);
}

/** The uploads that may start now. */
export function nextUploads(entries: readonly Entry[]): Entry[] {
  const uploads = entries.filter(isUploading);
  const free = maxUploads - uploads.filter(({ state }) => state === 'sending').length;
  return uploads
    .filter((entry) => entry.state === 'waiting' && !isHeldBack(entry, uploads))
    .slice(0, Math.max(free, 0));
}

/** Whether an upload has to wait for a queued entry. */
export const isBehindBacklog = (entry: Entry, entries: readonly Entry[]): boolean =>
  entries.some(
    (earlier) =>
      isBehindCreation(entry, earlier) ||
      (!earlier.foreground && earlier.rank < entry.rank && holdsBack(earlier, entry)),
  );
