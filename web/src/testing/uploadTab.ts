/** A tab with a separate outbox and storage, whose uploads the test completes. */
import 'fake-indexeddb/auto';

import type { JobImage } from '@bindings';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { storeToken } from '@/api/token';
import { profileQuery } from '@/queries/accounts/session';
import { type FileTask, outbox } from '@/queries/offline/outbox';
import * as results from '@/queries/offline/outboxResults';
import { startOutbox } from '@/queries/offline/outboxSender';
import { storedEntries } from '@/queries/offline/outboxStorage';
import { uploadFiles } from '@/queries/offline/uploadQueue';
import { jobId } from './aJob';
import { roomId } from './aMessage';
import { fakeLocks } from './fakeLocks';
import { aUser, mockServer, signedIn } from './render';
import { aFile, type SentForm } from './slowForms';
import { slowUploads } from './slowUploads';

export const photo = (name: string): FileTask => ({ kind: 'photo', jobId: jobId(1), file: aFile(name) });
export const picture = (name: string): FileTask => ({
  kind: 'picture',
  roomId: roomId(1),
  tempId: name,
  tags: [],
  file: aFile(name),
});

/** The response of the server to a photo. */
export const answer = { newEntry: { id: jobId(700_001) } as JobImage };

/** Signs a user in, in this or another tab. */
export function signInAs(id: string): void {
  mockServer({ 'GET /api/auth/fetchProfile': signedIn({ id }) });
  storeToken(`token of ${id}`);
}

/** Stores a new file object, as a browser does, because Node cannot clone the files of jsdom. */
function copied<T extends object>(entry: T): T {
  const file = 'file' in entry ? { file: aFile((entry.file as File).name) } : {};
  return { ...entry, ...file };
}

export const states = () =>
  outbox.read().map(({ state, foreground }) => (foreground ? `${state} now` : state));
export const stored = async () => (await storedEntries(aUser.id)).map(({ state }) => state);

/** Opens a tab before each test and closes it afterwards. */
export function uploadTab() {
  const tab = {
    queries: newQueryClient(),
    received: [] as SentForm[],
    close: () => {},
    open: () => {
      tab.queries = newQueryClient();
      tab.queries.setQueryData(profileQuery.queryKey, signedIn());
      signInAs(aUser.id);
      tab.close = startOutbox(tab.queries, aUser.id, results);
    },
    add: (...tasks: FileTask[]) => uploadFiles(tab.queries, tasks, results),
    names: () => tab.received.map(({ name }) => name),
    arrived: (count: number) => vi.waitFor(() => expect(tab.received).toHaveLength(count)),
  };
  beforeEach(() => {
    indexedDB.deleteDatabase('ridgeline.outbox');
    Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
    vi.stubGlobal('structuredClone', copied);
    tab.received = slowUploads();
    tab.open();
  });
  afterEach(() => tab.close());
  return tab;
}
