/**
 * Sends queued entries in order, one at a time across all tabs. An entry that is refused, or gets no response, blocks
 * only entries of the same lane.
 */
import { type Entry, isPendingEntry, outbox, type StoredState } from './outbox';
import { attempt } from './outboxAttempt';
import { type Outcome, pauseAfter, type Settlement, unansweredChange } from './outboxFailures';
import { withEntryLock, withOutboxLock } from './outboxLock';
import { nextToSend } from './outboxOrder';
import { currentSession, type OutboxResults, type OutboxSession } from './outboxSession';
import { beginSending, broadcast, changeEntry, endSending, readEntries } from './outboxState';

/** The server requested no calls before this time, in ms. */
let notBefore = 0;

/** After so many entries in a row without a response the others wait for the next run. */
const maxUnansweredInARow = 2;

/** How often entries got no response, since one was answered: those are tried after the others. */
const unansweredTries = new Map<string, number>();

/** False where the storage takes no change, which must not keep the others from being sent. */
const noted = (id: string, change: Partial<StoredState>): Promise<boolean> =>
  changeEntry(id, change).then(
    () => true,
    () => false,
  );

async function sendOne(session: OutboxSession, results: OutboxResults, entry: Entry): Promise<Settlement> {
  const signal = beginSending(entry.id);
  try {
    const settlement = await attempt(session, results, entry, { signal, again: true });
    const { change, wait } = settlement;
    if (wait !== undefined) notBefore = Date.now() + wait;
    const isNoted = Object.keys(change).length === 0 || (await noted(entry.id, change));
    // What a full storage does not keep is found out again by the next run, after the others.
    return isNoted ? settlement : { ...settlement, outcome: 'later' };
  } finally {
    endSending(entry.id);
    await broadcast();
  }
}

/** Others got a response meanwhile, so it is not the line. */
async function countUnanswered(entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) await noted(entry.id, unansweredChange(entry));
  if (entries.length > 0) await broadcast();
}

async function sendAll(): Promise<Outcome> {
  const skipped = new Set<string>();
  let unanswered: Entry[] = [];
  let inARow = 0;
  let isAlive = false;
  for (;;) {
    const session = currentSession();
    if (session === null || session.results === null) return 'over';
    const { results } = session;
    const next = nextToSend(await readEntries(), skipped, unansweredTries);
    if (next === undefined) {
      if (isAlive) await countUnanswered(unanswered);
      return skipped.size > 0 ? 'later' : 'sent';
    }
    if (Date.now() < notBefore) return 'later';
    const settlement = await withEntryLock(next.id, () => sendOne(session, results, next));
    if (settlement?.outcome === 'over') return 'over';
    if (settlement === null || settlement.outcome === 'later') skipped.add(next.id);
    if (settlement?.unheard === true) {
      unansweredTries.set(next.id, (unansweredTries.get(next.id) ?? 0) + 1);
      unanswered.push(next);
      inARow += 1;
      if (inARow === maxUnansweredInARow) return 'later';
    } else if (settlement !== null) {
      unansweredTries.clear();
      await countUnanswered(unanswered);
      unanswered = [];
      inARow = 0;
      isAlive = true;
    }
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
