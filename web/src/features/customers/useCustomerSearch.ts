/** The search of the customers; the search term is also in the address. */
import type { Customer } from '@bindings';
import { useDeferredValue, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useCustomerIndex } from '@/queries/customers';
import { useDebouncedSearch } from '@/ui/inputs/useDebouncedSearch';

/** The query parameters: the search term, and whether the form of a new customer is open. */
export const searchParam = 'q';
export const newCustomerParam = 'new';

export function useCustomerSearch(customers: readonly Customer[] | undefined) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const typed = useDebouncedSearch(params.get(searchParam) ?? '', (text) => {
    const next = new URLSearchParams(params);
    if (text === '') next.delete(searchParam);
    else next.set(searchParam, text);
    void navigate({ pathname, search: next.toString() }, { replace: true, preventScrollReset: true });
  });
  const query = typed.text;

  const deferred = useDeferredValue(query);
  const index = useCustomerIndex(customers);
  const found = useMemo(
    () =>
      customers &&
      index &&
      Array.from(index.search(deferred), (at) => customers[at]).filter((customer) => customer !== undefined),
    [customers, index, deferred],
  );

  return {
    query,
    found,
    setQuery: typed.set,
    /** Writes the address at once when the field loses focus: a later update would navigate back to the list. */
    settleQuery: typed.flush,
    clear: () => {
      typed.set('');
      typed.flush();
    },
  };
}
