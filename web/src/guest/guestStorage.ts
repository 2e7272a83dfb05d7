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

/** How long the view of a link that is not opened again is kept, in ms, and how many are at most. */
export const viewAge = 30 * 86_400_000;
export const viewCount = 50;

interface Schema extends DBSchema {
  views: { key: string; value: LinkView };
  /** When each stored view was last opened, in ms since 1970. */
  opened: { key: string; value: number };
  waiting: { key: string; value: WaitingTask; indexes: { secret: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

const open = (): Promise<IDBPDatabase<Schema>> =>
  new Promise((resolve, reject) => {
    openDB<Schema>('ridgeline-links', 2, {
      upgrade(db, before) {
        if (before < 1) {
          db.createObjectStore('views');
          db.createObjectStore('waiting', { keyPath: 'id' }).createIndex('secret', 'secret');
        }
        db.createObjectStore('opened');
      },
      // A tab of a newer version waits for this one, and this one does not wait for a former one that stays open.
      blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
      blocked: () => reject(new Error('another tab holds a former version')),
    }).then(resolve, reject);
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
    .then(async (db) => {
      const change = db.transaction(['views', 'opened'], 'readwrite');
      await Promise.all([
        change.objectStore('views').put(view, secret),
        change.objectStore('opened').put(Date.now(), secret),
        change.done,
      ]);
    })
    .catch(() => undefined);
};

/** A link that has ended shows nothing more. */
export const deleteView = async (secret: string): Promise<void> => {
  await database()
    .then(async (db) => {
      await Promise.all([db.delete('views', secret), db.delete('opened', secret)]);
    })
    .catch(() => undefined);
};

const drafts = 'ridgeline.link.';

/** Where the text of a field is kept until it is sent. */
export const draftKey = (name: string, secret: string): string => `${drafts}${name}.${secret}`;

function deleteDrafts(secret: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(drafts) && key.endsWith(`.${secret}`)) localStorage.removeItem(key);
}

/**
 * Deletes the views of links that were not opened for a month, and the oldest ones of too many. A view with something
 * that waits to be sent stays: it shows what it belongs to.
 */
export const deleteOldViews = async (): Promise<void> => {
  await database()
    .then(async (db) => {
      const [secrets, waiting] = await Promise.all([db.getAllKeys('views'), db.getAll('waiting')]);
      const busy = new Set(waiting.map(({ secret }) => secret));
      const views = await Promise.all(
        secrets.map(async (secret) => {
          const at = await db.get('opened', secret);
          // Stored by a former version: its month begins now.
          if (at === undefined) await db.put('opened', Date.now(), secret);
          return { secret, at: at ?? Date.now() };
        }),
      );
      const oldest = Date.now() - viewAge;
      const old = views
        .toSorted((a, b) => b.at - a.at)
        .filter(({ secret, at }, place) => !busy.has(secret) && (at < oldest || place >= viewCount));
      await Promise.all(old.map(({ secret }) => deleteView(secret)));
      for (const { secret } of old) deleteDrafts(secret);
    })
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
