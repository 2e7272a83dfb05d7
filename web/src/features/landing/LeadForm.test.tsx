import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { mockServer, refusal } from '@/testing/render';

import { FindOutMore } from './FindOutMore';

/** Renders like the start page: without router, component library or account. */
async function shown() {
  render(<FindOutMore />);
  await screen.findByRole('textbox', { name: /Name/ }, { timeout: 10_000 });
  return userEvent.setup();
}

const send = () => screen.getByRole('button', { name: 'Send' });

async function fill(user: Awaited<ReturnType<typeof shown>>) {
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Ana Torres');
  await user.type(screen.getByRole('textbox', { name: /Email/ }), 'ana@torres.example');
  await user.selectOptions(screen.getByRole('combobox', { name: /Company type/ }), 'Vendor');
  await user.type(screen.getByRole('textbox', { name: 'Details' }), 'We sell slate.');
}

test('a missing field shows an error, and nothing is sent', async () => {
  const fetch = mockServer({});
  const user = await shown();
  await user.click(send());
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveFocus();
  expect(screen.getByRole('combobox', { name: /Company type/ })).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'Details' })).toBeValid();
  expect(fetch).not.toHaveBeenCalled();
});

test('a vendor who sends the form is thanked by name and reads where the reply goes', async () => {
  const fetch = mockServer({ 'POST /api/leads': { id: 'a' } });
  const user = await shown();
  await fill(user);
  await user.click(send());
  expect(await screen.findByRole('status')).toHaveTextContent(
    'Thanks, Ana Torres. We will write to ana@torres.example.',
  );
  const body: unknown = JSON.parse(fetch.mock.calls[0]?.[1]?.body as string);
  expect(body).toEqual({
    name: 'Ana Torres',
    email: 'ana@torres.example',
    companyType: 'vendor',
    details: 'We sell slate.',
    website: '',
  });
});

test('typed input stays when the server fails', async () => {
  mockServer({ 'POST /api/leads': refusal(429, 'duplicate_call_limit', 'Duplicate: wait a minute.') });
  const user = await shown();
  await fill(user);
  await user.click(send());
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Duplicate: wait a minute.'));
  expect(screen.getByRole('textbox', { name: 'Details' })).toHaveValue('We sell slate.');
});
