/**
 * Temporary ids of jobs that were made without a network. The server's id takes their place when it has stored the job:
 * in what waits behind it, in the caches and in the address of an open page. They are UUIDs of version 8, which is for
 * private use (RFC 9562); the server's are of version 7.
 */
import { useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '@/api/idempotency';

const storageKey = 'ridgeline.exchangedIds';
/** The most ids that are remembered for pages and tabs that still have the temporary one. */
const maxIds = 100;

type Exchange = [temporary: string, id: string];

/** Those of this tab, for a browser that cannot store them. */
let exchanges: readonly Exchange[] = [];
const listeners = new Set<() => void>();

export function newTemporaryId(): string {
  const key = newIdempotencyKey();
  return `${key.slice(0, 14)}8${key.slice(15)}`;
}

export const isTemporaryId = (id: string): boolean => id.length === 36 && id.charAt(14) === '8';

function storedExchanges(): readonly Exchange[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as Exchange[];
  } catch {
    return [];
  }
}

const find = (matches: (exchange: Exchange) => boolean): Exchange | undefined =>
  exchanges.find(matches) ?? storedExchanges().find(matches);

/** The id of the server, where it has taken the place of this one. */
export const currentId = (id: string): string =>
  isTemporaryId(id) ? (find(([temporary]) => temporary === id)?.[1] ?? id) : id;

/** The id under which a job was shown first. */
export const firstId = (id: string): string => find(([, now]) => now === id)?.[0] ?? id;

/** Stores the server's id before anything uses it. `announceExchange` notifies open pages. */
export function rememberExchange(temporary: string, id: string): void {
  const others = (all: readonly Exchange[]) => all.filter(([each]) => each !== temporary);
  exchanges = [...others(exchanges), [temporary, id]];
  const stored = [...others(storedExchanges()), [temporary, id]].slice(-maxIds);
  try {
    localStorage.setItem(storageKey, JSON.stringify(stored));
  } catch {
    // Without space this tab knows it, and after a reload the job is sent again with its key, and has the same id.
  }
}

/** Pages that are open under a temporary id go on under the server's. */
export function announceExchange(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const useCurrentId = (id: string): string => useSyncExternalStore(subscribe, () => currentId(id));
