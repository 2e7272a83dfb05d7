/**
 * The customers of a contractor, for the screens that show, choose or change them. Cached under `['customers']`.
 *
 * Reading: `useCustomers()`, searched with `useCustomerIndex()`. Changing: `useCustomerChanges()`; changing and
 * deleting are optimistic, a new customer shows when the server has stored it. A change that fails rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`. Jobs and appointments include the customer's name, so they
 * are refetched when a customer changes or is deleted.
 */
import type { Customer, CustomerForm } from '@bindings';
import { hashKey, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DownloadOptions, fetchFile } from '@/api/download';
import { callList, shareRows } from '@/api/listDelta';
import { CustomerIndex, phoneParse } from '@/wasm/rules';

import { appointmentKeys } from './calendar/appointments';
import { jobKeys } from './jobs/jobsCache';
import { changedFields } from './mutations/changedFields';
import { patched, withOne, without } from './mutations/lists';
import { useDataChange, useReplay } from './mutations/optimisticData';
import { explainFailure } from './mutations/request';

export const customerKeys = { all: ['customers'] as const };

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** By name, as the server sends them. */
const byName = (one: Customer, other: Customer): number =>
  compare(one.lastName, other.lastName) ||
  compare(one.firstName, other.firstName) ||
  compare(one.id, other.id);

const customersQuery = queryOptions({
  queryKey: customerKeys.all,
  queryFn: async () => {
    try {
      return await callList<Customer>({
        path: '/api/customers/find',
        name: 'customers',
        queryHash: hashKey(customerKeys.all),
        order: byName,
      });
    } catch (failure) {
      throw explainFailure(failure, 'customersFetchFailed');
    }
  },
  structuralSharing: shareRows,
});

/** Every customer of the company: the known ones, or fetched now. */
export const loadCustomers = (queries: QueryClient): Promise<Customer[]> =>
  queries.ensureQueryData(customersQuery);

/** Every customer of the company, by name. Fetched only where customers are shown or selected. */
export function useCustomers(wanted: boolean) {
  const { data, isPending, isFetching, error, refetch } = useQuery({
    ...customersQuery,
    select: useReplay<Customer[]>(customerKeys.all),
    enabled: wanted,
    staleTime: 60_000,
  });
  return { customers: data, isPending, isFetching, error, refetch };
}

/**
 * The search index of the customers, by the domain's rule, the same on every screen. Results are positions in the
 * list.
 */
export function useCustomerIndex(customers: readonly Customer[] | undefined): CustomerIndex | undefined {
  return useMemo(() => customers && new CustomerIndex(customers), [customers]);
}

/** All of them as a CSV file, with headings in the reader's language. */
export async function customersFile(options: DownloadOptions): Promise<File> {
  try {
    return await fetchFile('/api/customers/export', options);
  } catch (failure) {
    throw explainFailure(failure, 'customersFetchFailed');
  }
}

/** Normalizes values as the server does: blank fields are null, and phone numbers have one format. */
function asStored(form: CustomerForm): Omit<Customer, 'id' | 'companyId'> {
  const or = (text: string) => text.trim() || null;
  return {
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    phone: phoneParse(form.phone) ?? form.phone,
    company: or(form.company),
    address: or(form.address),
    city: or(form.city),
    state: or(form.state),
    zip: or(form.zip),
  };
}

/** The queries whose data includes the customer's name. */
const affected = [{ queryKey: jobKeys.root }, { queryKey: appointmentKeys.all }];

/** The changes that an admin can make to customers. */
export function useCustomerChanges() {
  const change = useDataChange<Customer[]>(customerKeys.all);
  return useMemo(
    () => ({
      /** Returns the new customer, which is in the list already. */
      create: async (form: CustomerForm): Promise<Customer> => {
        const { customer } = await change<{ customer: Customer }>({
          request: { path: '/api/customers/create', body: form, failureNotice: 'customerCreateFailed' },
          stored: (answer) => (all) => withOne(all, answer.customer),
        });
        return customer;
      },

      /** Sends only the fields that differ from `was`; others may have changed the rest meanwhile. */
      update: async ({ id }: Customer, form: CustomerForm, was: CustomerForm): Promise<void> => {
        await change({
          lane: id,
          shown: (all) =>
            patched<Customer>(all, id, changedFields<Partial<Customer>>(asStored(form), asStored(was))),
          request: {
            path: '/api/customers/update',
            body: { customerId: id, customer: form, was },
            failureNotice: 'customerUpdateFailed',
          },
          affected,
        });
      },

      remove: async ({ id }: Customer): Promise<void> => {
        await change({
          lane: id,
          shown: (all) => without(all, id),
          request: {
            method: 'DELETE',
            path: `/api/customers/delete/${id}`,
            failureNotice: 'customerUpdateFailed',
          },
          affected,
        });
      },
    }),
    [change],
  );
}
