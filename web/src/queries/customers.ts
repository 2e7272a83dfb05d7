/**
 * The customers of a contractor, for the screens that show, choose or change them. Cached under `['customers']`.
 *
 * Reading: `useCustomers()`, searched with `useCustomerIndex()`. Changing: `useCustomerChanges()`; changing and
 * deleting are optimistic, a new customer shows when the server has stored it. A change that fails rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`. Jobs and appointments include the customer's name, so they
 * are refetched where a customer changes or is deleted.
 */
import type { Customer, CustomerForm, CustomerId, Notice } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type DownloadOptions, fetchFile, type Method } from '@/api/client';
import { CustomerIndex, phoneParse } from '@/wasm/rules';

import { appointmentKeys } from './calendar/appointments';
import { jobKeys } from './jobs/jobsCache';
import { explainFailure } from './mutations/request';

export const customerKeys = { all: ['customers'] as const };

/** Every customer of the company, by name. Fetched only where one is shown or chosen. */
export function useCustomers(wanted: boolean) {
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: customerKeys.all,
    queryFn: async () => {
      try {
        return (await call<{ customers: Customer[] }>('GET', '/api/customers/find')).customers;
      } catch (failure) {
        throw explainFailure(failure, 'customersFetchFailed');
      }
    },
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

interface Sent {
  method: Method;
  /** Under `/api/customers/`. */
  path: string;
  body?: object;
  /** The message for a server error. */
  failureNotice: Notice;
}

async function send<T>({ method, path, body, failureNotice }: Sent): Promise<T> {
  try {
    return await call<T>(method, `/api/customers/${path}`, body);
  } catch (failure) {
    throw explainFailure(failure, failureNotice);
  }
}

type Step = (customers: Customer[]) => Customer[];

/**
 * Cancels running requests for the list: they were sent before the change and would undo it. A first fetch is
 * awaited.
 */
async function show(queries: QueryClient, step: Step): Promise<void> {
  await queries.cancelQueries({
    queryKey: customerKeys.all,
    predicate: ({ state }) => state.data !== undefined,
  });
  queries.setQueryData<Customer[]>(customerKeys.all, (customers) => customers && step(customers));
}

const withOne =
  (customer: Customer): Step =>
  (customers) =>
    customers.map((each) => (each.id === customer.id ? customer : each));

const without =
  (id: CustomerId): Step =>
  (customers) =>
    customers.filter((each) => each.id !== id);

/** Puts a customer back where it was, unless a refetch has brought it back already. */
const putBack =
  (customer: Customer, at: number): Step =>
  (customers) =>
    customers.some(({ id }) => id === customer.id) ? customers : customers.toSpliced(at, 0, customer);

/** As a new answer of the server would say it: blanks are nothing, and a phone number has one spelling. */
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

/** Runs an optimistic change. What includes the customer's name is refetched. */
async function atOnce<T>(queries: QueryClient, forth: Step, back: Step, sent: Sent): Promise<T> {
  await show(queries, forth);
  try {
    return await send<T>(sent);
  } catch (failure) {
    await show(queries, back);
    throw failure;
  } finally {
    for (const queryKey of [customerKeys.all, jobKeys.root, appointmentKeys.all])
      void queries.invalidateQueries({ queryKey });
  }
}

/** The changes that an admin can make to customers. */
export function useCustomerChanges() {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      /** Returns the new customer, which is in the list by then. */
      create: async (form: CustomerForm): Promise<Customer> => {
        const { customer } = await send<{ customer: Customer }>({
          method: 'POST',
          path: 'create',
          body: form,
          failureNotice: 'customerCreateFailed',
        });
        await show(queries, (customers) => [...customers, customer]);
        void queries.invalidateQueries({ queryKey: customerKeys.all });
        return customer;
      },

      update: async (customer: Customer, form: CustomerForm): Promise<void> => {
        await atOnce(queries, withOne({ ...customer, ...asStored(form) }), withOne(customer), {
          method: 'POST',
          path: 'update',
          body: { customerId: customer.id, customer: form },
          failureNotice: 'customerUpdateFailed',
        });
      },

      remove: async (customer: Customer): Promise<void> => {
        const known = queries.getQueryData<Customer[]>(customerKeys.all) ?? [];
        const at = known.findIndex(({ id }) => id === customer.id);
        await atOnce(queries, without(customer.id), putBack(customer, at), {
          method: 'DELETE',
          path: `delete/${customer.id}`,
          failureNotice: 'customerUpdateFailed',
        });
      },
    }),
    [queries],
  );
}
