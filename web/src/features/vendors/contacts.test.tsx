import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lastRequestTo, mockServer, refusal } from '@/testing/render';

import { ana, both, contact, list, openSupply, person, supply, walt, yes } from './testing';

describe('the contacts of a vendor', () => {
  it('refuses an invalid address, so that no purchase order is lost', async () => {
    const neto = contact(65, 'Neto Quiñones', 'neto@supply.example');
    const post = 'POST /api/contractor_vendors/contacts';
    const { user, fetch } = openSupply({ [post]: { vendorContact: neto } });
    await screen.findByText(ana.name);
    await user.click(screen.getAllByRole('button', { name: 'New contact' })[0] as HTMLElement);
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Neto Quiñones');
    const email = screen.getByRole('textbox', { name: /^Email/ });
    await user.type(email, 'neto@supply');
    await user.click(screen.getByRole('button', { name: 'Add contact' }));
    expect(email).toHaveAttribute('aria-invalid', 'true');
    expect(fetch.mock.calls.some(([address]) => address.includes('contacts'))).toBe(false);
    await user.type(email, '.example');
    const after = mockServer({
      [list]: { ...both, vendorContacts: [ana, neto, walt] },
      [post]: { vendorContact: neto },
    });
    await user.click(screen.getByRole('button', { name: 'Add contact' }));
    expect(await screen.findByText(neto.name)).toBeVisible();
    expect(lastRequestTo(after, '/api/contractor_vendors/contacts')).toEqual({
      name: 'Neto Quiñones',
      email: 'neto@supply.example',
      vendorId: supply.id,
    });
  });

  it('sends a changed contact with its id', async () => {
    const put = 'PUT /api/contractor_vendors/contacts';
    const { user } = openSupply();
    await user.click(await screen.findByRole('button', { name: 'Edit Ana Ruiz' }));
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await user.type(name, ' Gómez');
    const after = mockServer({ [list]: both, [put]: { vendorContact: ana } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(lastRequestTo(after, '/api/contractor_vendors/contacts')).toEqual({
        vendorContactId: ana.id,
        name: 'Ana Ruiz Gómez',
        email: ana.email,
      }),
    );
  });

  it('confirms before a contact is deleted, and restores it when that failed', async () => {
    const { user } = openSupply({
      [`DELETE /api/contractor_vendors/contacts/${ana.id}`]: refusal(500, 'internal', 'inside'),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Ana Ruiz' }));
    await user.click(await screen.findByRole('button', { name: 'Delete contact' }));
    await user.click(await screen.findByRole('button', { name: yes }));
    expect(await screen.findByText('We could not save that. Please try again in a moment.')).toBeVisible();
    expect(person(ana.name)).toBeInTheDocument();
  });
});
