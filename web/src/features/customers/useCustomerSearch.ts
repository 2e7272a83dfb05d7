/** What is looked for among the customers, in the address and while it is typed. */
import type { Customer } from '@bindings';
import { useDeferredValue, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useCustomerIndex } from '@/session/customers';
import { useTypedSearch } from '@/ui/useTypedSearch';

/** The parameters of the address: what is looked for, and that the form of a new customer is open. */
export const lookedFor = 'q';
export const making = 'new';

export function useCustomerSearch(customers: readonly Customer[] | undefined) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const typed = useTypedSearch(params.get(lookedFor) ?? '', (text) => {
    const next = new URLSearchParams(params);
    if (text === '') next.delete(lookedFor);
    else next.set(lookedFor, text);
    void navigate({ pathname, search: next.toString() }, { replace: true, preventScrollReset: true });
  });
  const query = typed.text;

  const asked = useDeferredValue(query);
  const index = useCustomerIndex(customers);
  const found = useMemo(
    () =>
      customers &&
      index &&
      Array.from(index.search(asked), (at) => customers[at]).filter((customer) => customer !== undefined),
    [customers, index, asked],
  );

  return {
    query,
    found,
    setQuery: typed.set,
    /** Who leaves the field is about to open somebody: an address that follows later would call them back. */
    settleQuery: typed.flush,
    clear: () => {
      typed.set('');
      typed.flush();
    },
  };
}
