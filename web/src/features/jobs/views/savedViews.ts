/** Named views of the list of jobs: their filters and order, as a query string. Stored on this device only. */
import type { UserId } from '@bindings';
import { useState } from 'react';
import { useSession } from '@/queries/accounts/session';

export interface SavedView {
  name: string;
  /** Without the question mark. */
  search: string;
}

/** How many are stored. */
const maxViews = 20;

const nameFor = (user: UserId) => `ridgeline.jobViews.${user}`;

const isView = (one: unknown): one is SavedView =>
  typeof one === 'object' && one !== null && 'name' in one && 'search' in one;

function read(user: UserId): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameFor(user)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    // Without storage, or with invalid content.
    return [];
  }
}

export function useSavedViews() {
  const { user } = useSession();
  const [views, setViews] = useState(() => read(user.id));
  const store = (next: SavedView[]) => {
    setViews(next);
    try {
      localStorage.setItem(nameFor(user.id), JSON.stringify(next));
    } catch {
      // Without storage they last until the page is left.
    }
  };
  const others = (name: string) => views.filter((view) => view.name !== name);
  return {
    views,
    /** A view of the same name is replaced. */
    save: (view: SavedView) => store([...others(view.name), view].slice(-maxViews)),
    remove: (name: string) => store(others(name)),
  };
}
