/** What the phone keeps of its links: what each one showed last, and what waits to be sent. */
import type { AnswerAsGuest, AnswerOrder, SignAsGuest } from '@bindings';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { LinkView } from './guestCalls';

/** What a holder does, as it is sent. */
export type GuestTask =
  | { kind: 'answer'; body: AnswerAsGuest }
  | { kind: 'note'; body: { content: string } }
  | { kind: 'sign'; body: SignAsGuest }
  | { kind: 'complete'; body: { note?: string } }
  | { kind: 'order'; body: AnswerOrder }
  /** The bytes and not a `Blob`, which some phones cannot store. */
  | { kind: 'image'; bytes: ArrayBuffer; type: string; name: string };

/** A task that waits. */
export type WaitingTask = GuestTask & {
  /** The idempotency key, by which the tasks are in the order in which they were made. */
  id: string;
  secret: string;
  /** When it was made, RFC 3339. */
  at: string;
  /** Why the server refused it; null while it waits. */
  refused: string | null;
};

interface Schema extends DBSchema {
  views: { key: string; value: LinkView };
  waiting: { key: string; value: WaitingTask; indexes: { secret: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

const open = async (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('ridgeline-links', 1, {
    upgrade(db) {
      db.createObjectStore('views');
      db.createObjectStore('waiting', { keyPath: 'id' }).createIndex('secret', 'secret');
    },
  });

const database = (): Promise<IDBPDatabase<Schema>> => {
  opened ??= open();
  return opened;
};

/** What the link showed last; undefined when it was never opened here, or where nothing can be stored. */
export const storedView = async (secret: string): Promise<LinkView | undefined> =>
  database()
    .then((db) => db.get('views', secret))
    .catch(() => undefined);

export const storeView = async (secret: string, view: LinkView): Promise<void> => {
  await database()
    .then((db) => db.put('views', view, secret))
    .catch(() => undefined);
};

/** A link that has ended shows nothing more. */
export const deleteView = async (secret: string): Promise<void> => {
  await database()
    .then((db) => db.delete('views', secret))
    .catch(() => undefined);
};

export const waitingTasks = async (secret: string): Promise<WaitingTask[]> =>
  (await database()).getAllFromIndex('waiting', 'secret', secret);

export const storeTask = async (task: WaitingTask): Promise<void> => {
  await (await database()).put('waiting', task);
};

export const deleteTask = async (id: string): Promise<void> => {
  await (await database()).delete('waiting', id);
};
