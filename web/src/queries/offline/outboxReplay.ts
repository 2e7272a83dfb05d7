/**
 * Sends queued entries in order, one at a time across all tabs. A refused entry blocks only entries of the same lane.
 */
import { type Entry, isPendingEntry, outbox } from './outbox';
import { attempt } from './outboxAttempt';
import { type Outcome, pauseAfter } from './outboxFailures';
import { withEntryLock, withOutboxLock } from './outboxLock';
import { nextToSend } from './outboxOrder';
import {
  beginSending,
  broadcast,
  changeEntry,
  currentSession,
  endSending,
  type OutboxResults,
  type OutboxSession,
  readEntries,
} from './outboxState';

/** The server requested no calls before this time, in ms. */
let notBefore = 0;

async function sendOne(session: OutboxSession, results: OutboxResults, entry: Entry): Promise<Outcome> {
  const signal = beginSending(entry.id);
  try {
    const { outcome, change, wait } = await attempt(session, results, entry, { signal, again: true });
    if (wait !== undefined) notBefore = Date.now() + wait;
    if (Object.keys(change).length > 0) await changeEntry(entry.id, change);
    return outcome;
  } finally {
    endSending(entry.id);
    await broadcast();
  }
}

async function sendAll(): Promise<Outcome> {
  const elsewhere = new Set<string>();
  for (;;) {
    const session = currentSession();
    if (session === null || session.results === null) return 'over';
    const { results } = session;
    const next = nextToSend(await readEntries(), elsewhere);
    if (next === undefined) return elsewhere.size > 0 ? 'later' : 'sent';
    if (Date.now() < notBefore) return 'later';
    const outcome = await withEntryLock(next.id, () => sendOne(session, results, next));
    if (outcome === null) elsewhere.add(next.id);
    if (outcome === 'later' || outcome === 'over') return outcome;
  }
}

let running: Promise<void> | null = null;
let again = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function plan(outcome: Outcome): void {
  if (outcome !== 'later') {
    failures = 0;
    return;
  }
  const wait = Math.max(notBefore - Date.now(), pauseAfter(failures));
  failures += 1;
  timer = setTimeout(() => void replay(), wait);
}

async function run(): Promise<void> {
  clearTimeout(timer);
  let outcome: Outcome;
  try {
    do {
      again = false;
      outcome = await withOutboxLock(sendAll);
    } while (again && outcome !== 'over');
  } catch (failure) {
    // A storage that fails now may work later, so the next attempt is planned without the user.
    plan('later');
    throw failure;
  }
  plan(outcome);
}

/** Sends the entries that may be sent. Resolves when nothing more can be done for now. */
export async function replay(): Promise<void> {
  if (running !== null) {
    again = true;
    return running;
  }
  running = run().finally(() => {
    running = null;
    if (again) void replay();
  });
  return running;
}

/** Retries at once, for example when the network is back. */
export function replayNow(): void {
  failures = 0;
  if (navigator.onLine && outbox.read().some(isPendingEntry)) void replay();
}

/** Ends the pause, because the user retries. */
export function endPause(): void {
  notBefore = 0;
}

export const cancelReplay = (): void => clearTimeout(timer);
