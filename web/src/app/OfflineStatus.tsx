import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { lastAnswerAt } from '@/api/connectivity';
import { restored } from '@/api/responseCache';
import { locale, m } from '@/i18n';

/** Queries about the user's account are part of every page, and do not count as shown data. */
const accountQueries: ReadonlySet<unknown> = new Set(['profile', 'accountStanding', 'company']);

/** The oldest of what is shown; where nothing had to be brought back, it is as good as the last answer. */
function oldestShown(queries: QueryClient): number | null {
  const shown = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => !accountQueries.has(queryKey[0]) })
    .flatMap(({ queryHash }) => restored.get(queryHash) ?? []);
  if (shown.length > 0) return Math.min(...shown);
  return lastAnswerAt() ?? (restored.size > 0 ? Math.max(...restored.values()) : null);
}

function useOldestShown(): number | null {
  const queries = useQueryClient();
  const subscribe = useCallback((tell: () => void) => queries.getQueryCache().subscribe(tell), [queries]);
  return useSyncExternalStore(subscribe, () => oldestShown(queries));
}

function offlineText(since: number | null): string {
  if (since === null) return m.shell_noNetwork();
  const at = new Date(since);
  const time = at.toLocaleTimeString(locale(), { timeStyle: 'short' });
  if (at.toDateString() === new Date().toDateString()) return m.shell_noNetworkToday({ time });
  return m.shell_noNetworkSince({ day: at.toLocaleDateString(locale(), { dateStyle: 'medium' }), time });
}

/** How old it is what one sees while the server is out of reach. */
export const OfflineStatus = () => offlineText(useOldestShown());
