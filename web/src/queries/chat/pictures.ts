/**
 * Pictures that are being sent in a room. They outlive the page that chose them, so failed ones are still there when
 * the user returns. Each is sent in a call of its own with an idempotency key, one after the other.
 */
import type { ChatMessage, ChatRoomId, TaggedPerson } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { ApiFailure, type UploadOptions } from '@/api/client';
import { notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { queued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { checkUpload } from '@/wasm/rules';
import { storeLastMessage } from './rooms';
import { afterPendingTexts, nonce } from './sending';
import { applyThreadEvents, messageEvent } from './thread';

export interface DraftPicture {
  /** Also the name under which the server knows it. */
  readonly tempId: string;
  readonly file: File;
  /** The key of a user's pictures in a room. */
  readonly place: string;
  /** An address that shows it before it is sent. */
  readonly preview: string;
  /** In px; null until the preview has been read, and of what is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  readonly state: 'chosen' | 'pending' | 'failed';
  /** How much of it has been sent, 0 to 1. */
  readonly share: number;
  /** Why it failed, ready to be shown. */
  readonly reason: string | null;
  /** Sending it again may help. */
  readonly again: boolean;
  readonly tags: readonly TaggedPerson[];
}

const same = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** What is of the wrong kind stays wrong however often it is sent. */
const hopeless = (failure: unknown) =>
  failure instanceof ApiFailure && [409, 413, 415, 422].includes(failure.status);

type Send = (picture: DraftPicture, options: UploadOptions) => Promise<void>;

class PictureStore {
  #pictures: readonly DraftPicture[] = [];
  #sends = new Map<string, Send>();
  #stops = new Map<string, AbortController>();
  #listeners = new Set<() => void>();
  #sending = false;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  pictures = () => this.#pictures;

  /** Asks before the window is closed over pictures that are not sent. */
  guard = (leaving: BeforeUnloadEvent) => {
    if (this.#pictures.length > 0) leaving.preventDefault();
  };

  add(place: string, files: readonly File[], refuse: (file: File) => string | null): void {
    for (const file of files) {
      if (this.#pictures.some((picture) => picture.place === place && same(picture.file, file))) continue;
      const reason = refuse(file);
      const state = reason === null ? 'chosen' : 'failed';
      const preview = URL.createObjectURL(file);
      const drawn = { tempId: nonce(), file, place, preview, width: null, height: null } as const;
      this.#set([...this.#pictures, { ...drawn, state, share: 0, reason, again: false, tags: [] }]);
    }
  }

  /** The preview was read: that is how big the picture is. */
  measured(tempId: string, width: number, height: number): void {
    this.#change(tempId, { width, height });
  }

  /** Sends what was chosen. The first of them carries the tags. */
  send(place: string, tags: readonly TaggedPerson[], send: Send): void {
    const first = this.#pictures.find((each) => each.place === place && each.state === 'chosen');
    this.#set(
      this.#pictures.map((picture) => {
        if (picture.place !== place || picture.state !== 'chosen') return picture;
        this.#sends.set(picture.tempId, send);
        return { ...picture, state: 'pending', tags: picture === first ? tags : [] };
      }),
    );
    void this.#next();
  }

  retry(tempId: string): void {
    this.#change(tempId, { state: 'pending', share: 0, reason: null });
    void this.#next();
  }

  /** Also aborts one that is being sent. */
  drop(tempId: string): void {
    this.#stops.get(tempId)?.abort();
    this.#stops.delete(tempId);
    const gone = this.#pictures.find((picture) => picture.tempId === tempId);
    if (gone !== undefined) URL.revokeObjectURL(gone.preview);
    this.#sends.delete(tempId);
    this.#set(this.#pictures.filter((picture) => picture !== gone));
  }

  #set(pictures: readonly DraftPicture[]): void {
    this.#pictures = pictures;
    for (const tell of this.#listeners) tell();
  }

  #change(tempId: string, change: Partial<DraftPicture>): void {
    this.#set(
      this.#pictures.map((picture) => (picture.tempId === tempId ? { ...picture, ...change } : picture)),
    );
  }

  async #next(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    for (;;) {
      const picture = this.#pictures.find(({ state }) => state === 'pending');
      if (picture === undefined) break;
      await this.#sendOne(picture);
    }
    this.#sending = false;
  }

  async #sendOne(picture: DraftPicture): Promise<void> {
    const { tempId } = picture;
    const stop = new AbortController();
    this.#stops.set(tempId, stop);
    try {
      const onProgress = (share: number) => this.#change(tempId, { share });
      await this.#sends.get(tempId)?.(picture, { onProgress, signal: stop.signal });
      this.drop(tempId);
    } catch (failure) {
      // It was removed on purpose.
      if (stop.signal.aborted) return;
      const reason = failure instanceof ApiFailure ? failure.message : notice('imagesUploadFailed');
      this.#change(tempId, { state: 'failed', reason, again: !hopeless(failure) });
    }
  }
}

const stores = new WeakMap<QueryClient, PictureStore>();

function storeOf(queries: QueryClient): PictureStore {
  const known = stores.get(queries);
  if (known !== undefined) return known;
  const store = new PictureStore();
  stores.set(queries, store);
  window.addEventListener('beforeunload', store.guard);
  return store;
}

/** Writes a stored picture to its room. */
export function storeSentPicture(queries: QueryClient, message: ChatMessage): void {
  applyThreadEvents(queries, message.roomId, [messageEvent(message)]);
  storeLastMessage(queries, message, false);
}

/** Without a network it waits, and shows as such. */
async function sendPicture(
  queries: QueryClient,
  roomId: ChatRoomId,
  { file, tags, tempId }: DraftPicture,
  options: UploadOptions,
): Promise<void> {
  await afterPendingTexts(queries, roomId);
  const task = { kind: 'picture', roomId, tempId, tags, file } as const;
  const answer = await sendOrQueue<{ message: ChatMessage }>(queries, task, 'imagesUploadFailed', options);
  if (answer !== queued) storeSentPicture(queries, answer.message);
}

/** The pictures that the user has chosen for a room and that are not stored yet, in the order they were chosen. */
export function useDraftPictures(roomId: ChatRoomId) {
  const queries = useQueryClient();
  const { user, language } = useSession();
  const store = storeOf(queries);
  const all = useSyncExternalStore(store.subscribe, store.pictures);
  const place = `${user.id} ${roomId}`;
  const pictures = useMemo(() => all.filter((picture) => picture.place === place), [all, place]);
  const ways = useMemo(
    () => ({
      add: (files: readonly File[]) =>
        store.add(
          place,
          files,
          ({ type, size }) =>
            checkUpload({ kind: 'chatImage', mime: type, bytes: size }, language)[0]?.message ?? null,
        ),
      send: (tags: readonly TaggedPerson[]) =>
        store.send(place, tags, (picture, options) => sendPicture(queries, roomId, picture, options)),
      retry: (tempId: string) => store.retry(tempId),
      drop: (tempId: string) => store.drop(tempId),
      measured: (tempId: string, width: number, height: number) => store.measured(tempId, width, height),
    }),
    [store, place, language, queries, roomId],
  );
  return { pictures, ...ways };
}
