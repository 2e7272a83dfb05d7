/**
 * Sends what waits: in the order in which it was done, one after the other over all tabs. What the server refuses keeps
 * back only what belongs to the same job, room or order.
 */
import type { UserId } from '@bindings';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';
import { newKey } from '@/api/keyed';
import { isAway, onReach } from '@/api/reach';

import { type Entry, isOpen, outbox } from './outbox';
import { mayWait } from './outboxRules';
import { change, keep, kept, remove, rename } from './outboxShelf';
import { givenUp, renew, taken } from './outboxTaken';
import { inTurn, speaksFor } from './outboxTurn';
import { deliver } from './outboxWire';

/** Nobody says that the server is there again: it is tried after so many ms, and later each time. */
const pause = 30_000;
const longest = 300_000;

/** What broke on the server so often is left to somebody who reads why. */
const mostTries = 5;

interface Here {
  queries: QueryClient;
  userId: UserId;
}

let here: Here | null = null;
/** What this tab is sending. */
let underWay: string | null = null;
let looked: Promise<void> = Promise.resolve();
let channel: BroadcastChannel | null = null;

/** A picture that is shown already stays the same one: read again it would be drawn again. */
function shown(entry: Entry): Entry {
  const before = outbox.read().find(({ rank }) => rank === entry.rank);
  const file = before !== undefined && 'file' in before ? { file: before.file } : {};
  return { ...entry, ...file, ...(entry.id === underWay ? { state: 'sending' } : {}) } as Entry;
}

/** Shows what is kept. */
function look(): Promise<void> {
  looked = looked.then(async () => {
    const all = here === null ? [] : await kept(here.userId).catch(() => outbox.read());
    outbox.show(all.map(shown));
  });
  return looked;
}

/** This tab and the others show how it stands now. */
function tell(): Promise<void> {
  channel?.postMessage('changed');
  return look();
}

/** Another tab did something. What it sent is not known here yet. */
async function lookAgain(): Promise<void> {
  const before = outbox.read();
  await look();
  const left = new Set(outbox.read().map(({ rank }) => rank));
  if (here !== null) for (const entry of before) if (!left.has(entry.rank)) renew(here.queries, entry);
}

type Outcome = 'sent' | 'settled' | 'later' | 'over';

/** The server wants to be left alone until then, in ms. */
let notBefore = 0;

async function settle(entry: Entry, failure: ApiFailure): Promise<Outcome> {
  const { status, code, message, unheard } = failure;
  if (status === 401) return 'over';
  if (unheard) {
    if (!entry.unsure) await change(entry.id, { unsure: true });
    return 'later';
  }
  if (status === 429) {
    notBefore = Date.now() + (failure.wait ?? 0) * 1_000;
    return 'later';
  }
  const tries = entry.tries + 1;
  if (status >= 500 && tries < mostTries) {
    await change(entry.id, { tries });
    return 'later';
  }
  const state = status === 409 && code === 'changed' ? 'changed' : 'refused';
  await change(entry.id, { state, reason: message, tries: 0 });
  return 'settled';
}

async function sendOne({ queries, userId }: Here, entry: Entry): Promise<Outcome> {
  underWay = entry.id;
  await look();
  try {
    if (!(await speaksFor(userId))) return 'over';
    const answer = await deliver<unknown>(entry, { again: true });
    await remove([entry.id]);
    // What was waiting goes in the same moment in which it stands there as the server has it.
    notifyManager.batch(() => {
      taken(queries, entry, answer);
      notifyManager.schedule(() => outbox.show(outbox.read().filter(({ id }) => id !== entry.id)));
    });
    return 'sent';
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return await settle(entry, failure);
  } finally {
    underWay = null;
    await tell();
  }
}

/** The first that may go: nothing of the same lane stands before it. */
function nextOf(entries: readonly Entry[]): Entry | undefined {
  const held = new Set<string>();
  return entries.find((entry) => {
    if (isOpen(entry) && !held.has(entry.lane)) return true;
    held.add(entry.lane);
    return false;
  });
}

async function sendAll(): Promise<Outcome> {
  for (;;) {
    const now = here;
    if (now === null) return 'over';
    const next = nextOf(await kept(now.userId));
    if (next === undefined) return 'sent';
    if (Date.now() < notBefore) return 'later';
    const outcome = await sendOne(now, next);
    if (outcome === 'later' || outcome === 'over') return outcome;
  }
}

let running: Promise<void> | null = null;
let again = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

async function run(): Promise<void> {
  clearTimeout(timer);
  let outcome: Outcome;
  do {
    again = false;
    outcome = await inTurn(sendAll);
  } while (again && outcome !== 'over');
  if (outcome !== 'later') failures = 0;
  else {
    const wait = Math.max(notBefore - Date.now(), Math.min(pause * 2 ** failures, longest));
    failures += 1;
    timer = setTimeout(() => void flush(), wait);
  }
}

/** Sends what may go. Resolves when nothing more can be done for now. */
export async function flush(): Promise<void> {
  if (running !== null) {
    again = true;
    return running;
  }
  running = run().finally(() => {
    running = null;
    if (again) void flush();
  });
  return running;
}

/** Something happened after which it is worth trying at once. */
function wake(): void {
  failures = 0;
  if (navigator.onLine && outbox.read().some(isOpen)) void flush();
}

/** Puts something in. Rejects with an `ApiFailure` where the rules refuse it, or there is no room for it. */
export async function putIn(queries: QueryClient, entry: Entry): Promise<void> {
  mayWait(queries, entry);
  here ??= { queries, userId: entry.userId };
  await keep(entry);
  // Without it the browser may clear what waits when it runs out of room; it is asked for once there is a reason.
  if (outbox.read().length === 0) void navigator.storage?.persist?.().catch(() => undefined);
  await tell();
  void flush();
}

/** After a refusal, or where somebody does not want to wait. */
export async function retry(id: string): Promise<void> {
  await change(id, { state: 'waiting', reason: null });
  notBefore = 0;
  await tell();
  await flush();
}

/** With what was seen now, and under a name of its own: it is another call. */
export async function doAnyway(entry: Entry): Promise<void> {
  const next: Entry = { ...entry, id: newKey(), state: 'waiting', reason: null, unsure: false, tries: 0 };
  await rename(entry.id, next);
  await tell();
  await flush();
}

/** Gives things up. */
export async function giveUp(entries: readonly Entry[]): Promise<void> {
  await remove(entries.map(({ id }) => id));
  await tell();
  if (here !== null) for (const entry of entries) givenUp(here.queries, entry);
  void flush();
}

/** Shows and sends what this person has waiting here. Answers what ends it; what waits then waits for them. */
export function start(queries: QueryClient, userId: UserId): () => void {
  const mine = { queries, userId };
  here = mine;
  const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ridgeline.outbox') : null;
  channel = others;
  others?.addEventListener('message', () => void lookAgain());
  const stopReach = onReach(() => {
    if (!isAway()) wake();
  });
  const onSeen = () => {
    if (document.visibilityState === 'visible') wake();
  };
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', onSeen);
  void look().then(wake);
  return () => {
    stopReach();
    others?.close();
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onSeen);
    clearTimeout(timer);
    if (here !== mine) return;
    here = null;
    channel = null;
    outbox.show([]);
  };
}
