import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { downloadList } from '@/testing/savedFiles';
import { VendorsLink } from '@/ui/navigation/VendorsLink';

import { ana, both, list, open, openSupply, path, person, rowOf, supply, vendor, yard, yes } from './testing';
import { VendorsOverlay } from './VendorsOverlay';

describe('vendors', () => {
  it('lists each vendor with its account number and number of contacts', async () => {
    open();
    const row = await rowOf(supply.name);
    expect(within(row).getByText('HX-2041')).toBeVisible();
    expect(within(row).getByText('2')).toBeVisible();
    expect(within(await rowOf(yard.name)).getByText('–')).toBeVisible();
  });

  it('opens a vendor with its contacts, whose addresses are mail links', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: supply.name }));
    expect(await screen.findByRole('link', { name: ana.email })).toHaveAttribute(
      'href',
      `mailto:${ana.email}`,
    );
    expect(router.state.location.search).toBe(`?vendor=${supply.id}`);
  });

  it('finds a vendor by its name without accents, its account number or a contact', async () => {
    const { user } = open();
    const field = await screen.findByRole('searchbox', { name: 'Search vendors' });
    await user.type(field, 'pena lum');
    await waitFor(() => expect(screen.queryByRole('button', { name: supply.name })).toBeNull());
    expect(screen.getByRole('button', { name: yard.name })).toBeVisible();
    await user.clear(field);
    await user.type(field, 'hx-2041 ruiz');
    expect(await screen.findByRole('button', { name: supply.name })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: yard.name })).toBeNull());
    await user.type(field, ' nobody');
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('button', { name: yard.name })).toBeVisible();
  });

  it('refuses a vendor without a name, and opens the created one', async () => {
    const made = vendor(64, 'Mile High Metals', null);
    const { user, fetch, router } = open({ answers: { 'POST /api/contractor_vendors': { vendor: made } } });
    await user.click((await screen.findAllByRole('button', { name: 'New vendor' }))[0] as HTMLElement);
    const name = await screen.findByRole('textbox', { name: /^Vendor/ });
    await user.click(screen.getByRole('button', { name: 'Create vendor' }));
    expect(name).toHaveAttribute('aria-invalid', 'true');
    expect(fetch.mock.calls.every(([, init]) => init?.method === 'GET')).toBe(true);
    await user.type(name, 'Mile High Metals');
    const after = mockServer({
      [list]: { ...both, vendors: [supply, made, yard] },
      'POST /api/contractor_vendors': { vendor: made },
    });
    await user.click(screen.getByRole('button', { name: 'Create vendor' }));
    expect(await screen.findByRole('heading', { name: 'Mile High Metals' })).toBeVisible();
    const post = after.mock.calls.find(([, init]) => init?.method === 'POST')?.[1];
    expect(JSON.parse(post?.body as string)).toEqual({ name: 'Mile High Metals', accountNumber: '' });
    expect(router.state.location.search).toBe(`?vendor=${made.id}`);
  });

  it('reverts a changed account number that was not stored, with an error', async () => {
    const { user } = openSupply({
      'PUT /api/contractor_vendors/details': refusal(500, 'internal', 'inside'),
    });
    await user.click(await screen.findByRole('button', { name: `Edit ${supply.name}` }));
    const number = await screen.findByRole('textbox', { name: 'Account number' });
    await user.clear(number);
    await user.type(number, 'HX-9');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('We could not save that. Please try again in a moment.')).toBeVisible();
    expect(screen.queryByText('HX-9')).toBeNull();
  });

  it('warns that a vendor is deleted with its contacts and orders lose it, and restores all when that failed', async () => {
    const { user } = openSupply({
      [`DELETE /api/contractor_vendors/${supply.id}`]: refusal(500, 'internal', 'inside'),
    });
    await screen.findByText(ana.name);
    await user.click(screen.getAllByRole('button', { name: 'Delete vendor' })[0] as HTMLElement);
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent(
      'This also deletes its contacts, and purchase orders lose the vendor.',
    );
    expect(question).toHaveTextContent("You won't be able to revert this!");
    await user.click(within(question).getByRole('button', { name: yes }));
    expect(await screen.findByText('We could not save that. Please try again in a moment.')).toBeVisible();
    expect(person(ana.name)).toBeInTheDocument();
    expect(screen.getByText('HX-2041', { selector: 'td' })).toBeInTheDocument();
  });

  it('closes a vendor that was deleted', async () => {
    const { user, router } = openSupply({
      [`DELETE /api/contractor_vendors/${supply.id}`]: { id: supply.id },
    });
    await screen.findByText(ana.name);
    await user.click(screen.getAllByRole('button', { name: 'Delete vendor' })[0] as HTMLElement);
    mockServer({
      [list]: { vendors: [yard], vendorContacts: [] },
      [`DELETE /api/contractor_vendors/${supply.id}`]: { id: supply.id },
    });
    await user.click(await screen.findByRole('button', { name: yes }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByText(supply.name)).toBeNull();
  });
});

describe('permissions on vendors, and the states of the list', () => {
  it('shows everything to a member, and at each button why it is disabled', async () => {
    const { user, fetch } = open({
      profile: signedIn({ userType: 'member' }),
      at: `${path}?vendor=${supply.id}`,
    });
    await screen.findByText(ana.name);
    for (const name of ['New vendor', 'New contact', 'Delete vendor', `Edit ${ana.name}`]) {
      const button = screen.getAllByRole('button', { name })[0] as HTMLElement;
      expect(button).toHaveAccessibleDescription('Only admin accounts can perform this action');
      await user.click(button);
    }
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(fetch.mock.calls.every(([, init]) => init?.method === 'GET')).toBe(true);
  });

  it('redirects a subcontractor to the jobs without fetching vendors', async () => {
    const { fetch, router } = open({ profile: signedIn({}, { companyType: 'subcontractor' }) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
    expect(fetch).not.toHaveBeenCalled();
  });

  it('shows how to start while there is no vendor', async () => {
    open({ answers: { [list]: { vendors: [], vendorContacts: [] } } });
    expect(await screen.findByRole('heading', { name: 'No vendors yet' })).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('offers a retry when vendors cannot be loaded, and does not show them as none', async () => {
    const { user } = open({ answers: { [list]: refusal(403, 'forbidden', 'Unauthorized') } });
    expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeVisible();
    mockServer({ [list]: both });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf(supply.name)).toBeVisible();
  });

  it('returns to the purchase order that it was opened from', async () => {
    const from = '/app/purchase_order/7';
    mockServer({ [list]: both });
    const Both = () => (useLocation().pathname === path ? <VendorsOverlay /> : <VendorsLink />);
    const { user, router } = renderIn(() => <Both />, { profile: signedIn(), at: from, path: '*' });
    await user.click(screen.getByRole('link', { name: 'Vendors' }));
    await user.click(await screen.findByRole('button', { name: supply.name }));
    await screen.findByText(ana.name);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(from));
  });

  it('closes one layer at a time on Esc and keeps the filters of the jobs', async () => {
    const { user, router } = open({ at: `${path}?q=hail&vendor=${supply.id}` });
    await screen.findByText(ana.name);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(person(ana.name)).toBeNull());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
    expect(router.state.location.search).toBe('?q=hail');
  });

  it('is shown in Spanish, including the warning', async () => {
    const { user } = openSupply();
    setLanguage('spanish');
    expect(await screen.findByRole('heading', { name: 'Proveedores' })).toBeVisible();
    await user.click(
      (await screen.findAllByRole('button', { name: 'Eliminar proveedor' }))[0] as HTMLElement,
    );
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Esto también elimina sus contactos');
  });
});

it('saves the vendors that the search leaves', async () => {
  const { user } = open();
  await user.type(await screen.findByRole('searchbox', { name: 'Search vendors' }), 'front');
  await waitFor(() => expect(screen.queryByRole('button', { name: yard.name })).toBeNull());
  const { list: name, lines } = await downloadList(user);
  expect(name).toBe('vendors');
  expect(lines.slice(1)).toEqual(['Front Range Roof Supply,HX-2041,2']);
});

it('saves the contacts of a vendor', async () => {
  const { user } = openSupply();
  await screen.findByRole('link', { name: ana.email });
  // The menu of the contacts is below that of the list.
  const lines = await downloadList(user, 1);
  expect(lines.list).toBe('vendor-contacts');
  expect(lines.lines.slice(1)).toEqual(['Ana Ruiz,ana@supply.example', 'Walt Dunn,orders@supply.example']);
});
