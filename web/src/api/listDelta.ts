/**
 * Lists that are fetched as what has changed: the server names the state of each list in the header `x-state`, and
 * answers `?since=STATE` with the rows that changed and the ids of those that are gone. So a phone that comes back,
 * also after a restart, fetches some hundred bytes and not the whole list.
 */

import { replaceEqualDeep } from '@tanstack/react-query';
import { call } from './client';
import { keptState, sincePath } from './listStates';
import { readToken } from './token';

interface Row {
  id: string;
}

interface KnownList {
  state: string;
  rows: readonly Row[];
}

/** A list of the server. */
export interface DeltaList<T extends Row> {
  /** Where it is fetched, possibly with a query. */
  path: string;
  /** The name of the rows in the response. */
  name: string;
  /** The hash of the query under which this browser keeps it. */
  queryHash: string;
  /** The order of the server. */
  order: (one: T, other: T) => number;
}

type Answer<T extends Row> = Record<string, T[]> & { gone?: string[]; whole?: boolean };

/** Lists of a few months and one of everything, as many as are cached with their tags. */
const maxEntries = 16;

const lists = new Map<string, KnownList>();

/** The state at which the server sent these rows. */
const states = new WeakMap<object, string>();

export const stateOf = (rows: object): string | undefined => states.get(rows);

/** The option of these queries that keeps the identity of rows that did not change, and the state of the list. */
export function shareRows(former: unknown, now: unknown): unknown {
  const shared = replaceEqualDeep(former, now);
  const state = states.get(now as object);
  if (state !== undefined) states.set(shared as object, state);
  return shared;
}

function remember(name: string, list: KnownList): void {
  lists.delete(name);
  lists.set(name, list);
  states.set(list.rows, list.state);
  const oldest = lists.keys().next().value;
  if (lists.size > maxEntries && oldest !== undefined) lists.delete(oldest);
}

/** The list of this page, or the one that the browser kept from an earlier one. */
async function known(name: string, queryHash: string): Promise<KnownList | undefined> {
  const here = lists.get(name);
  if (here !== undefined || keptState(queryHash) === undefined) return here;
  const { readCachedList } = await import('./cachedList');
  return readCachedList(queryHash).catch(() => undefined);
}

/** The rows after a change; the same object if nothing changed. */
function merged<T extends Row>(
  former: readonly T[],
  changed: T[],
  gone: string[],
  order: DeltaList<T>['order'],
) {
  if (changed.length === 0 && gone.length === 0) return former as T[];
  const left = new Set([...gone, ...changed.map(({ id }) => id)]);
  return [...former.filter(({ id }) => !left.has(id)), ...changed].sort(order);
}

/** Fetches a list: all of it, or what has changed since the last time. */
export async function callList<T extends Row>({ path, name, queryHash, order }: DeltaList<T>): Promise<T[]> {
  // Read once: another user may sign in meanwhile.
  const token = readToken() ?? '';
  const former = await known(`${token} ${path}`, queryHash);
  let state: string | null = null;
  const address = former === undefined ? path : sincePath(path, former.state);
  const answer = await call<Answer<T>>('GET', address, undefined, undefined, (headers) => {
    state = headers.get('x-state');
  });
  const { gone, whole, [name]: rows = [] } = answer as Answer<T>;
  const all =
    former === undefined || whole === true || gone === undefined
      ? rows
      : merged(former.rows as readonly T[], rows, gone, order);
  if (state !== null && (readToken() ?? '') === token) remember(`${token} ${path}`, { state, rows: all });
  return all;
}
