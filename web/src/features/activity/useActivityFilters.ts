/** The filters of the log. They are in the address, so that a reload or a link restores them. */
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ActivityFilters } from '@/queries/activity/activity';
import { useDebouncedSearch } from '@/ui/inputs/useDebouncedSearch';

const names = ['kind', 'actor', 'action', 'from', 'to', 'text'] as const;

export function useActivityFilters() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const set = (change: Partial<ActivityFilters>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    void navigate({ pathname, search: next.toString() }, { replace: true, preventScrollReset: true });
  };
  const typed = useDebouncedSearch(params.get('text') ?? '', (text) => set({ text }));
  const applied = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    (typeof names)[number],
    string
  >;

  return {
    /** The filters of the request. */
    applied,
    set,
    /** The typed search term; it is applied when typing pauses. */
    query: typed.text,
    setQuery: typed.set,
    settleQuery: typed.flush,
    clear: () => {
      typed.drop();
      void navigate({ pathname, search: '' }, { replace: true, preventScrollReset: true });
    },
    narrowed: names.some((name) => applied[name] !== '') || typed.text.trim() !== '',
  };
}

export type ActivityNarrowing = ReturnType<typeof useActivityFilters>;
