/**
 * The vendors of a contractor and their contacts, for the screens that show them, change them or choose among them.
 * Cached under `['vendors']`. Only contractors have them.
 *
 * Reading: `useVendors()`. Changing: `useVendorChanges()`; changing and deleting are optimistic, a new entry shows
 * when the server has stored it. A change that fails rejects with an `ApiFailure` whose `message` is ready for
 * `popup.oops`. Purchase orders include the vendor's name, so they are refetched where one is deleted.
 */
import type { Vendor, VendorContact, VendorContactForm, VendorForm } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, call, type Method } from '@/api/client';
import { m } from '@/i18n';

import { explainFailure } from './mutations/request';

export const vendorsKey = ['vendors'] as const;

const root = '/api/contractor_vendors';

/** Both lists by name. A contact belongs to the vendor of its `vendorId`. */
export interface Vendors {
  vendors: Vendor[];
  contacts: VendorContact[];
}

interface Answer {
  vendors: Vendor[];
  vendorContacts: VendorContact[];
}

/** The catalogue has no message for vendors that cannot be loaded; they must not look empty. */
function unread(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure) || failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, m.vendors_fetchFailed(), failure.fields);
}

async function fetchVendors(): Promise<Vendors> {
  try {
    const { vendors, vendorContacts } = await call<Answer>('GET', root);
    return { vendors, contacts: vendorContacts };
  } catch (failure) {
    throw unread(failure);
  }
}

/** Every vendor of the company with its contacts. Without `wanted` nothing is fetched. */
export const useVendors = (wanted = true) =>
  useQuery({ queryKey: vendorsKey, queryFn: fetchVendors, staleTime: 60_000, enabled: wanted });

interface Sent {
  method: Method;
  /** Under `/api/contractor_vendors`, with its slash. */
  path?: string;
  body?: object;
}

async function send<T>({ method, path = '', body }: Sent): Promise<T> {
  try {
    return await call<T>(method, `${root}${path}`, body);
  } catch (failure) {
    throw explainFailure(failure, 'notSaved');
  }
}

type Step = (known: Vendors) => Vendors;

/**
 * Cancels running requests for the list: they were sent before the change and would undo it. A first fetch is
 * awaited.
 */
async function show(queries: QueryClient, step: Step): Promise<void> {
  await queries.cancelQueries({
    queryKey: vendorsKey,
    predicate: ({ state }) => state.data !== undefined,
  });
  queries.setQueryData<Vendors>(vendorsKey, (known) => known && step(known));
}

const swapped = <T extends { id: string }>(all: T[], one: T): T[] =>
  all.map((each) => (each.id === one.id ? one : each));

/** Puts an entry back where it was, unless a refetch has brought it back already. */
const putBack = <T extends { id: string }>(all: T[], at: number, one: T): T[] =>
  all.some(({ id }) => id === one.id) ? all : all.toSpliced(at, 0, one);

const withVendor =
  (vendor: Vendor): Step =>
  (known) => ({ ...known, vendors: swapped(known.vendors, vendor) });

const withContact =
  (contact: VendorContact): Step =>
  (known) => ({ ...known, contacts: swapped(known.contacts, contact) });

/** Shows a change at once, and takes back its own part alone when it fails. */
async function atOnce(queries: QueryClient, forth: Step, back: Step, sent: Sent): Promise<void> {
  await show(queries, forth);
  try {
    await send(sent);
  } catch (failure) {
    await show(queries, back);
    throw failure;
  } finally {
    void queries.invalidateQueries({ queryKey: vendorsKey });
  }
}

/** The changes that an admin of a contractor can make to its vendors. */
export function useVendorChanges() {
  const queries = useQueryClient();
  return useMemo(() => {
    const known = () => queries.getQueryData<Vendors>(vendorsKey) ?? { vendors: [], contacts: [] };
    return {
      addVendor: async (form: VendorForm): Promise<Vendor> => {
        const { vendor } = await send<{ vendor: Vendor }>({ method: 'POST', body: form });
        await show(queries, (now) => ({ ...now, vendors: [...now.vendors, vendor] }));
        void queries.invalidateQueries({ queryKey: vendorsKey });
        return vendor;
      },

      updateVendor: async (vendor: Vendor, form: VendorForm): Promise<void> => {
        const changed = {
          ...vendor,
          name: form.name.trim(),
          accountNumber: form.accountNumber.trim() || null,
        };
        await atOnce(queries, withVendor(changed), withVendor(vendor), {
          method: 'PUT',
          path: '/details',
          body: { ...form, vendorId: vendor.id },
        });
      },

      /** Its contacts are deleted with it, and restored with it. Purchase orders lose their vendor. */
      removeVendor: async (vendor: Vendor): Promise<void> => {
        const { vendors, contacts } = known();
        const at = vendors.findIndex(({ id }) => id === vendor.id);
        const gone = contacts.flatMap((contact, place) =>
          contact.vendorId === vendor.id ? [{ contact, place }] : [],
        );
        await atOnce(
          queries,
          (now) => ({
            vendors: now.vendors.filter(({ id }) => id !== vendor.id),
            contacts: now.contacts.filter(({ vendorId }) => vendorId !== vendor.id),
          }),
          (now) => ({
            vendors: putBack(now.vendors, at, vendor),
            contacts: gone.reduce((all, { contact, place }) => putBack(all, place, contact), now.contacts),
          }),
          { method: 'DELETE', path: `/${vendor.id}` },
        );
        void queries.invalidateQueries({ queryKey: ['purchaseOrders'] });
      },

      addContact: async (vendor: Vendor, form: VendorContactForm): Promise<VendorContact> => {
        const { vendorContact } = await send<{ vendorContact: VendorContact }>({
          method: 'POST',
          path: '/contacts',
          body: { ...form, vendorId: vendor.id },
        });
        await show(queries, (now) => ({ ...now, contacts: [...now.contacts, vendorContact] }));
        void queries.invalidateQueries({ queryKey: vendorsKey });
        return vendorContact;
      },

      updateContact: async (contact: VendorContact, form: VendorContactForm): Promise<void> => {
        const changed = { ...contact, name: form.name.trim(), email: form.email.trim() };
        await atOnce(queries, withContact(changed), withContact(contact), {
          method: 'PUT',
          path: '/contacts',
          body: { ...form, vendorContactId: contact.id },
        });
      },

      removeContact: async (contact: VendorContact): Promise<void> => {
        const at = known().contacts.findIndex(({ id }) => id === contact.id);
        await atOnce(
          queries,
          (now) => ({ ...now, contacts: now.contacts.filter(({ id }) => id !== contact.id) }),
          (now) => ({ ...now, contacts: putBack(now.contacts, at, contact) }),
          { method: 'DELETE', path: `/contacts/${contact.id}` },
        );
      },
    };
  }, [queries]);
}
