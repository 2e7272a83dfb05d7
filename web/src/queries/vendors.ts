/**
 * The vendors of a contractor and their contacts, for the screens that show, change or select them. Cached under
 * `['vendors']`. Only contractors have them.
 *
 * Reading: `useVendors()`. Changing: `useVendorChanges()`; changing and deleting are optimistic, a new entry shows
 * when the server has stored it. A change that fails rejects with an `ApiFailure` whose `message` is ready for
 * `popup.oops`. Purchase orders include the vendor's name, so they are refetched when one is deleted.
 */
import type { Vendor, VendorContact, VendorContactForm, VendorForm } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, call } from '@/api/client';
import { m } from '@/i18n';
import { blankToNull } from './mutations/changedFields';
import { patched, withOne, without } from './mutations/lists';
import { useDataChange, useReplay } from './mutations/optimisticData';

export const vendorsKey = ['vendors'] as const;

const path = '/api/contractor_vendors';

/** Both lists by name. A contact belongs to the vendor of its `vendorId`. */
export interface Vendors {
  vendors: Vendor[];
  contacts: VendorContact[];
}

interface Answer {
  vendors: Vendor[];
  vendorContacts: VendorContact[];
}

/** The catalog has no message for vendors that cannot be loaded; they must not look empty. */
function unread(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure) || failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, m.vendors_fetchFailed(), failure.fields);
}

async function fetchVendors(): Promise<Vendors> {
  try {
    const { vendors, vendorContacts } = await call<Answer>('GET', path);
    return { vendors, contacts: vendorContacts };
  } catch (failure) {
    throw unread(failure);
  }
}

/** Every vendor of the company with its contacts. Without `wanted` nothing is fetched. */
export const useVendors = (wanted = true) =>
  useQuery({
    queryKey: vendorsKey,
    queryFn: fetchVendors,
    select: useReplay<Vendors>(vendorsKey),
    staleTime: 60_000,
    enabled: wanted,
  });

const failureNotice = 'notSaved';

/** The changes that an admin of a contractor can make to its vendors. */
export function useVendorChanges() {
  const change = useDataChange<Vendors>(vendorsKey);
  return useMemo(
    () => ({
      addVendor: async (form: VendorForm): Promise<Vendor> => {
        const { vendor } = await change<{ vendor: Vendor }>({
          request: { path, body: form, failureNotice },
          stored: (answer) => (known) => ({ ...known, vendors: withOne(known.vendors, answer.vendor) }),
        });
        return vendor;
      },

      updateVendor: async ({ id }: Vendor, form: VendorForm): Promise<void> => {
        const changed = { name: form.name.trim(), accountNumber: blankToNull(form.accountNumber) };
        await change({
          lane: id,
          shown: (known) => ({ ...known, vendors: patched(known.vendors, id, changed) }),
          request: {
            method: 'PUT',
            path: `${path}/details`,
            body: { ...form, vendorId: id },
            failureNotice,
          },
        });
      },

      /** Its contacts are deleted with it. Purchase orders lose their vendor. */
      removeVendor: async ({ id }: Vendor): Promise<void> => {
        await change({
          lane: id,
          shown: ({ vendors, contacts }) => ({
            vendors: without(vendors, id),
            contacts: contacts.filter(({ vendorId }) => vendorId !== id),
          }),
          request: { method: 'DELETE', path: `${path}/${id}`, failureNotice },
          affected: [{ queryKey: ['purchaseOrders'] }],
        });
      },

      addContact: async (vendor: Vendor, form: VendorContactForm): Promise<VendorContact> => {
        const { vendorContact } = await change<{ vendorContact: VendorContact }>({
          request: { path: `${path}/contacts`, body: { ...form, vendorId: vendor.id }, failureNotice },
          stored: (answer) => (known) => ({
            ...known,
            contacts: withOne(known.contacts, answer.vendorContact),
          }),
        });
        return vendorContact;
      },

      updateContact: async ({ id }: VendorContact, form: VendorContactForm): Promise<void> => {
        const changed = { name: form.name.trim(), email: form.email.trim() };
        await change({
          lane: id,
          shown: (known) => ({ ...known, contacts: patched(known.contacts, id, changed) }),
          request: {
            method: 'PUT',
            path: `${path}/contacts`,
            body: { ...form, vendorContactId: id },
            failureNotice,
          },
        });
      },

      removeContact: async ({ id }: VendorContact): Promise<void> => {
        await change({
          lane: id,
          shown: (known) => ({ ...known, contacts: without(known.contacts, id) }),
          request: { method: 'DELETE', path: `${path}/contacts/${id}`, failureNotice },
        });
      },
    }),
    [change],
  );
}
