/** How a user saw the list of jobs last, as a query string; stored on this device only. */
import type { UserId } from '@bindings';

const nameFor = (user: UserId) => `ridgeline.jobsView.${user}`;

export function readLastView(user: UserId): string {
  try {
    return localStorage.getItem(nameFor(user)) ?? '';
  } catch {
    return '';
  }
}

export function storeLastView(user: UserId, view: string): void {
  try {
    localStorage.setItem(nameFor(user), view);
  } catch {
    // Without storage the list opens as it does for the first time.
  }
}
