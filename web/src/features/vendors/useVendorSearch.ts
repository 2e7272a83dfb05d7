import type { Vendor } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Vendors } from '@/session/vendors';
import { TextIndex } from '@/wasm/rules';

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

const textOf = ({ vendor, contacts }: Supplier) =>
  [vendor.name, vendor.accountNumber ?? '', ...contacts.flatMap(({ name, email }) => [name, email])].join(
    '\n',
  );

/**
 * What is looked for among the vendors, and those that are left: every word must stand in the name, the account
 * number, or the name or e-mail of somebody there.
 */
export function useVendorSearch(known: Vendors | undefined) {
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query);
  const all = useMemo(() => known && suppliersOf(known), [known]);
  const index = useMemo(() => all && new TextIndex(all.map(textOf)), [all]);
  const found = useMemo(
    () =>
      all &&
      index &&
      Array.from(index.search(asked), (at) => all[at]).filter((supplier) => supplier !== undefined),
    [all, index, asked],
  );
  return { query, setQuery, narrow: asked.trim() !== '', all, found };
}
