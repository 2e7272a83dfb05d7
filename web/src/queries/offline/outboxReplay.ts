/**
 * Sends what waits, in the order in which it was done, one entry at a time over all tabs. An entry that the server
 * refuses holds back only what belongs to the same lane.
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

/** The server wants to be left alone until then, in ms. */
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
    // A storage that fails now may work later: what waits must not wait for somebody to look.
    plan('later');
    throw failure;
  }
  plan(outcome);
}

/** Sends what may go. Resolves when nothing more can be done for now. */
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

/** Something happened after which it is worth trying at once. */
export function replayNow(): void {
  failures = 0;
  if (navigator.onLine && outbox.read().some(isPendingEntry)) void replay();
}

/** The user does not want to wait any longer. */
export function endPause(): void {
  notBefore = 0;
}

export const cancelReplay = (): void => clearTimeout(timer);
