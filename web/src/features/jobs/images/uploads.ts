/**
 * Photos that are being uploaded. They outlive the tab that chose them, so failed ones are still there when the user
 * returns, with their files, and can be retried.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { ApiFailure, type UploadOptions } from '@/api/client';
import { newIdempotencyKey } from '@/api/idempotency';
import { notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { addJobImage } from '@/queries/jobs/images';
import { popup } from '@/ui/overlays/popups';
import { checkUpload } from '@/wasm/rules';

/** How many photos are sent at the same time: more would only slow each other down on a phone's network. */
const atOnce = 3;

export interface ChosenPhoto {
  readonly key: number;
  readonly file: File;
  /** What its call is named, and what it is while it waits. */
  readonly name: string;
  /** Whose photo of which job this is. */
  readonly place: string;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** How much of it has been sent, 0 to 1. */
  readonly share: number;
  /** Why it failed, ready to be shown. */
  readonly reason: string | null;
  /** Sending it again may help. */
  readonly again: boolean;
}

type Send = (file: File, options: UploadOptions) => Promise<unknown>;

const same = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** What is of the wrong kind stays wrong however often it is sent. */
const hopeless = (failure: unknown) =>
  failure instanceof ApiFailure && [413, 415, 422].includes(failure.status);

class UploadQueue {
  #photos: readonly ChosenPhoto[] = [];
  #sends = new Map<number, Send>();
  #stops = new Map<number, AbortController>();
  #listeners = new Set<() => void>();
  #keys = 0;
  #news: string[] = [];

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  photos = () => this.#photos;

  /** Asks before the window is closed over photos that are being uploaded. */
  guard = (leaving: BeforeUnloadEvent) => {
    if (this.#photos.some(({ state }) => state !== 'failed')) leaving.preventDefault();
  };

  /** `refuse` is the rule's sentence about a file that need not be sent at all. */
  add(place: string, files: readonly File[], refuse: (file: File) => string | null, send: Send): void {
    for (const file of files) {
      if (this.#photos.some((photo) => photo.place === place && same(photo.file, file))) continue;
      const reason = refuse(file);
      if (reason !== null) this.#news.push(reason);
      const key = ++this.#keys;
      const state = reason === null ? 'waiting' : 'failed';
      this.#sends.set(key, send);
      this.#set([
        ...this.#photos,
        { key, file, name: newIdempotencyKey(), place, state, share: 0, reason, again: false },
      ]);
    }
    this.#next();
  }

  retry(keys: readonly number[]): void {
    this.#set(
      this.#photos.map((photo) =>
        keys.includes(photo.key) && photo.state === 'failed' && photo.again
          ? { ...photo, state: 'waiting', share: 0, reason: null }
          : photo,
      ),
    );
    this.#next();
  }

  /** Also aborts one that is being uploaded. */
  drop(key: number): void {
    this.#sends.delete(key);
    this.#stops.get(key)?.abort();
    this.#stops.delete(key);
    this.#set(this.#photos.filter((photo) => photo.key !== key));
  }

  #set(photos: readonly ChosenPhoto[]): void {
    this.#photos = photos;
    for (const tell of this.#listeners) tell();
  }

  #change(key: number, change: Partial<ChosenPhoto>): void {
    this.#set(this.#photos.map((photo) => (photo.key === key ? { ...photo, ...change } : photo)));
  }

  #next(): void {
    const sending = this.#photos.filter(({ state }) => state === 'sending').length;
    const waiting = this.#photos.filter(({ state }) => state === 'waiting');
    for (const photo of waiting.slice(0, atOnce - sending)) void this.#sendOne(photo);
    if (sending + waiting.length === 0) this.#tell();
  }

  async #sendOne({ key, file, name }: ChosenPhoto): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(key, stop);
    this.#change(key, { state: 'sending' });
    try {
      const onProgress = (share: number) => this.#change(key, { share });
      await this.#sends.get(key)?.(file, { onProgress, signal: stop.signal, key: name });
      this.drop(key);
    } catch (failure) {
      // It was removed on purpose.
      if (stop.signal.aborted) return this.#next();
      const reason = failure instanceof ApiFailure ? failure.message : notice('imagesUploadFailed');
      this.#news.push(reason);
      this.#change(key, { state: 'failed', reason, again: !hopeless(failure) });
    }
    this.#next();
  }

  /** One popup for everything that failed since the last one, once no upload is running any more. */
  #tell(): void {
    const [first, ...others] = new Set(this.#news);
    this.#news = [];
    if (first !== undefined) void popup.oops(others.length === 0 ? first : notice('imagesUploadFailed'));
  }
}

const queues = new WeakMap<QueryClient, UploadQueue>();

function queueOf(queries: QueryClient): UploadQueue {
  const known = queues.get(queries);
  if (known !== undefined) return known;
  const queue = new UploadQueue();
  queues.set(queries, queue);
  window.addEventListener('beforeunload', queue.guard);
  return queue;
}

/** The photos that this user has chosen for a job and that are not stored yet, in the order they were chosen. */
export function useUploads(jobId: string) {
  const queries = useQueryClient();
  const { user, language } = useSession();
  const queue = queueOf(queries);
  const all = useSyncExternalStore(queue.subscribe, queue.photos);
  const place = `${user.id} ${jobId}`;
  const photos = useMemo(() => all.filter((photo) => photo.place === place), [all, place]);

  const add = useCallback(
    (files: readonly File[]) =>
      queue.add(
        place,
        files,
        ({ type, size }) =>
          checkUpload({ kind: 'jobImage', mime: type, bytes: size }, language)[0]?.message ?? null,
        (file, options) => addJobImage(queries, jobId, file, options),
      ),
    [queue, place, language, queries, jobId],
  );
  const retry = useCallback((keys: readonly number[]) => queue.retry(keys), [queue]);
  const drop = useCallback((key: number) => queue.drop(key), [queue]);
  return { photos, add, retry, drop };
}
