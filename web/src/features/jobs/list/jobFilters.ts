/**
 * The filters and the sort order of the list. They are in the address, so that a reload or a link restores them. An
 * address without any stands for the last choice.
 */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '@/queries/accounts/session';
import { useDebouncedSearch } from '@/ui/inputs/useDebouncedSearch';
import { readLastView, storeLastView } from './lastView';

export const tabs = ['active', 'unscheduled', 'complete', 'all'] as const;
export type JobTab = (typeof tabs)[number];

export const columns = ['title', 'address', 'crew', 'lead', 'start', 'end'] as const;
export type JobColumn = (typeof columns)[number];

export interface JobSort {
  column: JobColumn;
  descending: boolean;
}

/** The value of the domain for no filter by location. */
export const anyLocation = 'all locations';

const among = <T extends string>(known: readonly T[], word: string | null): T | undefined =>
  known.find((each) => each === word);

function readSort(word: string | null): JobSort {
  const descending = word?.startsWith('-') ?? false;
  const column = among(columns, descending && word !== null ? word.slice(1) : word);
  return column === undefined ? { column: 'start', descending: false } : { column, descending };
}

const writeSort = ({ column, descending }: JobSort): string => `${descending ? '-' : ''}${column}`;

/** Only values that differ from the defaults are in the address. */
const defaults = { tab: 'active', q: '', location: anyLocation, sort: 'start' } as const;
type Filter = keyof typeof defaults;
const names = Object.keys(defaults) as Filter[];

export interface JobFilters {
  tab: JobTab;
  query: string;
  location: string;
  sort: JobSort;
  setTab: (tab: JobTab) => void;
  setQuery: (query: string) => void;
  /**
   * Writes the typed search term into the address at once: a user who leaves the field is about to open a job, and a
   * later update of the address would close it again.
   */
  settleQuery: () => void;
  setLocation: (location: string) => void;
  setSort: (sort: JobSort) => void;
  /** Sorts by a column, or reverses its order. */
  sortBy: (column: JobColumn) => void;
  clear: () => void;
  /** Whether any filter is set. */
  narrowed: boolean;
  /** What is shown, as a query string for everybody, whatever they chose last. */
  view: string;
}

/** The tab is always in it, the search is not. */
function viewOf(params: URLSearchParams): string {
  const view = new URLSearchParams({ tab: params.get('tab') ?? defaults.tab });
  for (const name of ['location', 'sort'] as const) {
    const value = params.get(name);
    if (value !== null) view.set(name, value);
  }
  return view.toString();
}

export function useJobFilters(): JobFilters {
  const [address] = useSearchParams();
  const { pathname, state } = useLocation();
  const { user } = useSession();
  const [last, setLast] = useState(() => readLastView(user.id));
  const params = names.some((name) => address.has(name)) ? address : new URLSearchParams(last);
  const view = viewOf(params);
  // The address without filters goes on showing this.
  if (last !== view) setLast(view);
  useEffect(() => storeLastView(user.id, view), [user.id, view]);
  const navigate = useNavigate();
  // The current path: a user who opens a job before the debounce ends must not be taken back to the list.
  const set = (change: Partial<Record<Filter, string>>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value === defaults[name as Filter]) next.delete(name);
      else next.set(name, value);
    }
    // An empty address would be the last choice again.
    if (!names.some((name) => next.has(name))) next.set('tab', defaults.tab);
    void navigate({ pathname, search: next.toString() }, { replace: true, preventScrollReset: true, state });
  };

  const typed = useDebouncedSearch(params.get('q') ?? defaults.q, (q) => set({ q }));

  const tab = among(tabs, params.get('tab')) ?? defaults.tab;
  const query = typed.text;
  const location = params.get('location') ?? defaults.location;
  const sort = readSort(params.get('sort'));
  const setSort = (next: JobSort) => set({ sort: writeSort(next) });

  return {
    tab,
    query,
    location,
    sort,
    setTab: (next) => set({ tab: next }),
    setQuery: typed.set,
    settleQuery: typed.flush,
    setLocation: (next) => set({ location: next }),
    setSort,
    sortBy: (column) => setSort({ column, descending: column === sort.column && !sort.descending }),
    clear: () => {
      typed.drop();
      set({ tab: defaults.tab, q: defaults.q, location: defaults.location });
    },
    narrowed: tab !== defaults.tab || query.trim() !== '' || location !== defaults.location,
    view,
  };
}
