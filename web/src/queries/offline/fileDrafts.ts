/**
 * Chosen files that are not in the upload queue: they are not sent yet, or the rules refuse them. They survive leaving
 * the screen where they were chosen.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '@/api/idempotency';

export interface FileDraft {
  /** Ids sort in the order in which files were chosen, together with those of uploads. */
  readonly id: string;
  readonly file: File;
  /** The user and the job or room that the file belongs to. */
  readonly place: string;
  /** Why the rules refuse it; null if it may be sent. */
  readonly reason: string | null;
}

class FileDrafts {
  #drafts: readonly FileDraft[] = [];
  #listeners = new Set<() => void>();

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read = () => this.#drafts;

  /** Asks before the window is closed while there are unsent files. */
  guard = (event: BeforeUnloadEvent) => {
    if (this.#drafts.some(({ reason }) => reason === null)) event.preventDefault();
  };

  set(drafts: readonly FileDraft[]): void {
    this.#drafts = drafts;
    for (const listener of this.#listeners) listener();
  }
}

const stores = new WeakMap<QueryClient, FileDrafts>();

function storeOf(queries: QueryClient): FileDrafts {
  const known = stores.get(queries);
  if (known !== undefined) return known;
  const store = new FileDrafts();
  stores.set(queries, store);
  window.addEventListener('beforeunload', store.guard);
  return store;
}

const same = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** The files that were not chosen before, without duplicates. */
export const newFiles = (files: readonly File[], before: readonly { file: File }[]): File[] =>
  files.filter(
    (file, at) =>
      !before.some((other) => same(other.file, file)) &&
      !files.slice(0, at).some((other) => same(other, file)),
  );

/** The chosen files of a `place`, in order. */
export function useFileDrafts(place: string) {
  const store = storeOf(useQueryClient());
  const all = useSyncExternalStore(store.subscribe, store.read);
  const drafts = useMemo(() => all.filter((draft) => draft.place === place), [all, place]);
  const actions = useMemo(
    () => ({
      add: (file: File, reason: string | null): void =>
        store.set([...store.read(), { id: newIdempotencyKey(), file, place, reason }]),
      remove: (ids: readonly string[]): void => store.set(store.read().filter(({ id }) => !ids.includes(id))),
    }),
    [store, place],
  );
  return { drafts, ...actions };
}
