import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { lastResponseAt } from '@/api/connectivity';
import { restored } from '@/api/restoredQueries';
import { locale, m } from '@/i18n';

/** Queries about the user's account are part of every page, and do not count as shown data. */
const accountQueries: ReadonlySet<unknown> = new Set(['profile', 'accountStanding', 'company']);

/** When the oldest data on the screen was received; the time of the last response if nothing was restored. */
function oldestShown(queries: QueryClient): number | null {
  const shown = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => !accountQueries.has(queryKey[0]) })
    .flatMap(({ queryHash }) => restored.get(queryHash) ?? []);
  if (shown.length > 0) return Math.min(...shown);
  const others = restored.all();
  return lastResponseAt() ?? (others.length > 0 ? Math.max(...others) : null);
}

function useOldestShown(): number | null {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(listener),
    [queries],
  );
  return useSyncExternalStore(subscribe, () => oldestShown(queries));
}

function offlineText(since: number | null): string {
  if (since === null) return m.shell_noNetwork();
  const at = new Date(since);
  const time = at.toLocaleTimeString(locale(), { timeStyle: 'short' });
  if (at.toDateString() === new Date().toDateString()) return m.shell_noNetworkToday({ time });
  return m.shell_noNetworkSince({ day: at.toLocaleDateString(locale(), { dateStyle: 'medium' }), time });
}

/** The age of the data on the screen while the server cannot be reached. */
export const OfflineStatus = () => offlineText(useOldestShown());

/** The age of data from earlier, while the server is about to answer. */
export function UpdatingStatus() {
  const since = useOldestShown();
  if (since === null) return null;
  return m.shell_asOf({ time: new Date(since).toLocaleTimeString(locale(), { timeStyle: 'short' }) });
}
