import type { Vendor } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import { useCustomerIndex } from '@/session/customers';
import type { Vendors } from '@/session/vendors';

/** A vendor with the people there. */
export interface Supplier {
  vendor: Vendor;
  contacts: Vendors['contacts'];
}

function suppliersOf({ vendors, contacts }: Vendors): Supplier[] {
  const suppliers = new Map(
    vendors.map((vendor): [string, Supplier] => [vendor.id, { vendor, contacts: [] }]),
  );
  for (const contact of contacts) suppliers.get(contact.vendorId)?.contacts.push(contact);
  return [...suppliers.values()];
}

/**
 * What is looked for among the vendors, and those that are left. The domain finds them as it finds customers: every
 * word must stand in the name, the account number, or the name or e-mail of somebody there.
 */
export function useVendorSearch(known: Vendors | undefined) {
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query);
  const all = useMemo(() => known && suppliersOf(known), [known]);
  const texts = useMemo(
    () =>
      all?.map(({ vendor, contacts }) => ({
        id: vendor.id,
        companyId: vendor.companyId,
        company: vendor.name,
        phone: vendor.accountNumber ?? '',
        firstName: contacts.map(({ name }) => name).join('\n'),
        lastName: contacts.map(({ email }) => email).join('\n'),
        address: null,
        city: null,
        state: null,
        zip: null,
      })),
    [all],
  );
  const index = useCustomerIndex(texts);
  const found = useMemo(
    () =>
      all &&
      index &&
      Array.from(index.search(asked), (at) => all[at]).filter((supplier) => supplier !== undefined),
    [all, index, asked],
  );
  return { query, setQuery, narrow: asked.trim() !== '', all, found };
}
