import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { restored } from '@/api/keptAnswers';
import { lastHeard } from '@/api/reach';
import { locale, m } from '@/i18n';

/** What says who one is stands behind every page, and is no part of what one looks at. */
const behind: ReadonlySet<unknown> = new Set(['profile', 'accountStanding', 'company']);

/** The oldest of what is shown; where nothing had to be brought back, it is as good as the last answer. */
function since(queries: QueryClient): number | null {
  const shown = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => !behind.has(queryKey[0]) })
    .flatMap(({ queryHash }) => restored.get(queryHash) ?? []);
  if (shown.length > 0) return Math.min(...shown);
  return lastHeard() ?? (restored.size > 0 ? Math.max(...restored.values()) : null);
}

function useSince(): number | null {
  const queries = useQueryClient();
  const subscribe = useCallback((tell: () => void) => queries.getQueryCache().subscribe(tell), [queries]);
  return useSyncExternalStore(subscribe, () => since(queries));
}

function words(since: number | null): string {
  if (since === null) return m.shell_noNetwork();
  const at = new Date(since);
  const time = at.toLocaleTimeString(locale(), { timeStyle: 'short' });
  if (at.toDateString() === new Date().toDateString()) return m.shell_noNetworkToday({ time });
  return m.shell_noNetworkSince({ day: at.toLocaleDateString(locale(), { dateStyle: 'medium' }), time });
}

/** How old it is what one sees while the server is out of reach. */
export const NoNetwork = () => words(useSince());
