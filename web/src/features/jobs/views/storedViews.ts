/** Views that earlier versions kept in this browser. They are moved to the server, where every device finds them. */
import type { SavedViewForm, UserId } from '@bindings';
import { useEffect } from 'react';
import { ApiFailure } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { useSavedViewChanges } from '@/queries/jobs/savedViews';

interface StoredView {
  name: string;
  /** Without the question mark. */
  search: string;
}

const nameFor = (user: UserId) => `ridgeline.jobViews.${user}`;

const isView = (one: unknown): one is StoredView =>
  typeof one === 'object' &&
  one !== null &&
  'name' in one &&
  typeof one.name === 'string' &&
  'search' in one &&
  typeof one.search === 'string';

function read(user: UserId): StoredView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameFor(user)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    // Without storage, or with invalid content.
    return [];
  }
}

function write(user: UserId, views: readonly StoredView[]): void {
  if (views.length === 0) localStorage.removeItem(nameFor(user));
  else localStorage.setItem(nameFor(user), JSON.stringify(views));
}

/** Several lists may be open in this tab and in others: one of them moves the views at a time. */
let isMoving = false;
const alone = (user: UserId, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(nameFor(user), work) : work();

/** Sends one view after the other, and forgets each that is stored. What cannot be sent now is sent the next time. */
async function send(user: UserId, create: (form: SavedViewForm) => Promise<unknown>): Promise<void> {
  for (const { name, search } of read(user)) {
    try {
      await create({ name, search });
    } catch (failure) {
      // A view that breaks a rule would be refused each time.
      if (!(failure instanceof ApiFailure) || failure.code !== 'validation') return;
    }
    write(
      user,
      read(user).filter((view) => view.name !== name || view.search !== search),
    );
  }
}

async function move(user: UserId, create: (form: SavedViewForm) => Promise<unknown>): Promise<void> {
  if (isMoving || read(user).length === 0) return;
  isMoving = true;
  try {
    await alone(user, () => send(user, create));
  } finally {
    isMoving = false;
  }
}

export function useMoveStoredViews(): void {
  const { user } = useSession();
  const { create } = useSavedViewChanges();
  useEffect(() => {
    void move(user.id, create);
  }, [user.id, create]);
}
