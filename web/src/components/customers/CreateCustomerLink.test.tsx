import { Button } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { aCustomer } from '@/testing/anAppointment';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { CreateCustomerLink } from './CreateCustomerLink';

const create = 'POST /api/customers/create';
const sent = vi.fn();

/** A partly filled form. */
function Begun() {
  const [note, setNote] = useState('');
  const [customer, setCustomer] = useState('');
  return (
    <form
      aria-label="begun"
      onSubmit={(event) => {
        event.preventDefault();
        sent();
      }}
    >
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <output>{customer}</output>
      <CreateCustomerLink onCreated={({ firstName }) => setCustomer(firstName)} />
      <Button type="submit">Send</Button>
    </form>
  );
}

function open(answers = {}, profile = signedIn()) {
  sent.mockReset();
  mockServer(answers);
  return renderIn(() => <Begun />, { profile });
}

async function fill(user: ReturnType<typeof open>['user']) {
  await user.type(screen.getByLabelText('Note'), 'Second floor');
  await user.click(screen.getByRole('link', { name: 'create new' }));
  await user.type(await screen.findByLabelText(/^First name/), 'Hannah');
  await user.type(screen.getByLabelText(/^Last name/), 'Whitaker');
  await user.type(screen.getByLabelText(/^Phone/), '6295550184');
  await user.click(screen.getByRole('button', { name: 'Create customer' }));
}

test('a customer created from within a form is selected there, and the form is neither lost nor submitted', async () => {
  const { user, router } = open({ [create]: { customer: aCustomer } });
  await fill(user);
  await waitFor(() => expect(screen.getByRole('status', { hidden: true })).toHaveTextContent('Hannah'));
  await waitFor(() => expect(screen.queryByLabelText(/^First name/)).toBeNull());
  expect(screen.getByLabelText('Note')).toHaveValue('Second floor');
  expect(sent).not.toHaveBeenCalled();
  expect(router.state.location.pathname).toBe('/here');
});

test('a customer that could not be created is not selected, and the form stays open', async () => {
  const { user } = open({ [create]: refusal(500, 'internal', 'inside') });
  await fill(user);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'There was an issue creating your customer.',
  );
  expect(screen.getByLabelText(/^Last name/)).toHaveValue('Whitaker');
});

test('opened in a new window, the link leads to the customers page', () => {
  open();
  expect(screen.getByRole('link', { name: 'create new' })).toHaveAttribute('href', '/app/jobs/customers?new');
});

test('a member stays in the form and reads why a new customer is not allowed', async () => {
  const { user, router } = open({}, signedIn({ userType: 'member' }));
  const link = screen.getByRole('link', { name: 'create new' });
  expect(link).toHaveAccessibleDescription('Only admin accounts can create new customers');
  await user.click(link);
  expect(router.state.location.pathname).toBe('/here');
  expect(screen.queryByRole('dialog')).toBeNull();
});
