/** The customers of a contractor, for the screens that show or choose one. Under `['customers']` in the query cache. */
import type { Customer } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { evaluate } from '@/wasm/rules';

import { inWords } from './jobChange';

export const customerKeys = { all: ['customers'] as const };

/** Every customer of the company, by name. Asked for only where one is shown or chosen. */
export function useCustomers(wanted: boolean) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: customerKeys.all,
    queryFn: async () => {
      try {
        return (await call<{ customers: Customer[] }>('GET', '/api/customers/find')).customers;
      } catch (failure) {
        throw inWords(failure, 'customersFetchFailed');
      }
    },
    enabled: wanted,
    staleTime: 60_000,
  });
  return { customers: data, isPending, error, refetch };
}

/** Does the customer answer a search? The domain's rule, the same as on the customers page. */
export function matchesCustomer(query: string, customer: Customer): boolean {
  const { value } = JSON.parse(evaluate('customers.matches', JSON.stringify({ query, customer }))) as {
    value?: boolean;
  };
  return value === true;
}
