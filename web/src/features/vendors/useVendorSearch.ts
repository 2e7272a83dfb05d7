import type { Vendor } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Vendors } from '@/queries/vendors';
import { TextIndex } from '@/wasm/rules';

/** A vendor with its contacts. */
export interface VendorWithContacts {
  vendor: Vendor;
  contacts: Vendors['contacts'];
}

function suppliersOf({ vendors, contacts }: Vendors): VendorWithContacts[] {
  const suppliers = new Map(
    vendors.map((vendor): [string, VendorWithContacts] => [vendor.id, { vendor, contacts: [] }]),
  );
  for (const contact of contacts) suppliers.get(contact.vendorId)?.contacts.push(contact);
  return [...suppliers.values()];
}

const textOf = ({ vendor, contacts }: VendorWithContacts) =>
  [vendor.name, vendor.accountNumber ?? '', ...contacts.flatMap(({ name, email }) => [name, email])].join(
    '\n',
  );

/**
 * The search of the vendors, and the matches: every word must be in the name, the account number, or the name or
 * e-mail of a contact.
 */
export function useVendorSearch(known: Vendors | undefined) {
  const [query, setQuery] = useState('');
  const deferred = useDeferredValue(query);
  const all = useMemo(() => known && suppliersOf(known), [known]);
  const index = useMemo(() => all && new TextIndex(all.map(textOf)), [all]);
  const found = useMemo(
    () =>
      all &&
      index &&
      Array.from(index.search(deferred), (at) => all[at]).filter((supplier) => supplier !== undefined),
    [all, index, deferred],
  );
  return { query, setQuery, narrow: deferred.trim() !== '', all, found };
}
