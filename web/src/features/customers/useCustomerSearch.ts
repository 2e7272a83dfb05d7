/** What is looked for among the customers, in the address and while it is typed. */
import type { Customer } from '@bindings';
import { useDebouncedCallback } from '@mantine/hooks';
import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useCustomerIndex } from '@/session/customers';

/** The parameters of the address: what is looked for, and that the form of a new customer is open. */
export const lookedFor = 'q';
export const making = 'new';

export function useCustomerSearch(customers: readonly Customer[] | undefined) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // What is being typed shows at once; the address follows when the typing pauses.
  const [typing, setTyping] = useState<string | null>(null);
  const query = typing ?? params.get(lookedFor) ?? '';

  const settle = useDebouncedCallback((text: string) => {
    const next = new URLSearchParams(params);
    if (text === '') next.delete(lookedFor);
    else next.set(lookedFor, text);
    void navigate({ pathname, search: next.toString() }, { replace: true, preventScrollReset: true });
    setTyping(null);
  }, 300);

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
    setQuery: (text: string) => {
      setTyping(text);
      settle(text);
    },
    /** Who leaves the field is about to open somebody: an address that follows later would call them back. */
    settleQuery: () => settle.flush(),
    clear: () => {
      settle.cancel();
      settle('');
      settle.flush();
    },
  };
}
