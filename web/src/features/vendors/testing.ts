/** Vendors for tests, and the overlay that shows them. */
import type { Vendor, VendorContact } from '@bindings';
import { screen } from '@testing-library/react';
import { jobId } from '@/testing/aJob';
import { aCompany, mockServer, renderIn, signedIn } from '@/testing/render';

import { VendorsOverlay } from './VendorsOverlay';

export const vendor = (number: number, name: string, accountNumber: string | null): Vendor => ({
  id: jobId(number),
  name,
  accountNumber,
  companyId: aCompany.id,
});
export const supply = vendor(60, 'Front Range Roof Supply', 'HX-2041');
export const yard = vendor(61, 'Peña Lumber Yard', null);
export const contact = (number: number, name: string, email: string): VendorContact => ({
  id: jobId(number),
  vendorId: supply.id,
  name,
  email,
});
export const ana = contact(62, 'Ana Ruiz', 'ana@supply.example');
export const walt = contact(63, 'Walt Dunn', 'orders@supply.example');

export const list = 'GET /api/contractor_vendors';
export const both = { vendors: [supply, yard], vendorContacts: [ana, walt] };
export const path = '/app/jobs/vendors';
export const yes = 'Yes, remove it!';

/** Opens the overlay; the server has two vendors and two contacts, except for the given answers. */
export function open({ profile = signedIn(), at = path, answers = {} } = {}) {
  const fetch = mockServer({ [list]: both, ...answers });
  return { fetch, ...renderIn(VendorsOverlay, { profile, at, path }) };
}

export const openSupply = (answers = {}) => open({ at: `${path}?vendor=${supply.id}`, answers });
export const rowOf = async (name: string) =>
  (await screen.findByRole('button', { name })).closest('tr') as HTMLElement;
export const person = (name: string) => screen.queryByText(name);
