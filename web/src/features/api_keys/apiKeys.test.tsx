import type { ApiKey } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { ApiKeysScreen } from './ApiKeysScreen';
import { scopeGroups } from './scopes';

const key: ApiKey = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  name: 'Accounting',
  scopes: ['read', 'jobs.create', 'customers.manage', 'jobs.notes', 'chat.send'],
  createdBy: { id: '0199a000-0000-7000-8000-000000000001', name: 'Marisol Vega' },
  lastUsed: null,
  expiresOn: null,
};
const secret = 'rl_Vt9c8o0i4lYxkq1Zb2m3nA';
const all = 'GET /api/api_keys/all';

const open = (answers: Record<string, unknown>, profile = signedIn()) => {
  const fetch = mockServer(answers);
  return { fetch, ...renderIn(() => <ApiKeysScreen />, { profile, at: '/app/company/api_keys' }) };
};

test('an admin makes a key with a few scopes, and sees its secret once', async () => {
  const { user, fetch } = open({ [all]: { keys: [] }, 'POST /api/api_keys/create': { key, secret } });
  await user.click((await screen.findAllByRole('button', { name: 'New key' }))[0] as HTMLElement);
  const panel = await screen.findByRole('dialog', { name: 'New API key' });
  await user.click(within(panel).getByRole('button', { name: 'Create key' }));
  expect(within(panel).getByText('This field is required.')).toBeVisible();
  await user.type(within(panel).getByRole('textbox', { name: /^Name/ }), 'Accounting');
  await user.click(within(panel).getByText('Customers'));
  await user.click(within(panel).getByLabelText('All: Customers'));
  await user.click(within(panel).getByText('Jobs'));
  await user.click(within(panel).getByLabelText('Create and import jobs'));
  expect(within(panel).getByText('2 of 2')).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Create key' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, '/api/api_keys/create')).toMatchObject({
      name: 'Accounting',
      scopes: ['read', 'customers.view', 'customers.manage', 'jobs.create'],
    }),
  );
  const shown = await screen.findByRole('dialog', { name: 'Secret of Accounting' });
  expect(within(shown).getByText(secret)).toBeVisible();
  expect(within(shown).getByText(`Authorization: Bearer ${secret}`)).toBeVisible();
  await user.click(within(shown).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
});

test('an admin sees what a key may do and whether it is used, and revokes it', async () => {
  const { user, fetch } = open({
    [all]: { keys: [key] },
    [`DELETE /api/api_keys/${key.id}`]: { id: key.id },
  });
  expect(
    await screen.findByText('Read everything; Create and import jobs; Add, change and delete customers +2'),
  ).toBeVisible();
  expect(screen.getByText('Acts as Marisol Vega · Never used · Works until revoked')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Revoke: Accounting' }));
  await user.click(await screen.findByRole('button', { name: /Yes, remove/ }));
  await waitFor(() =>
    expect(fetch.mock.calls.some(([path, init]) => path.includes(key.id) && init?.method === 'DELETE')).toBe(
      true,
    ),
  );
});

test('a key that could not be revoked is listed again, with the reason', async () => {
  const { user } = open({
    [all]: { keys: [key] },
    [`DELETE /api/api_keys/${key.id}`]: refusal(403, 'forbidden', 'Only admins.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Revoke: Accounting' }));
  await user.click(await screen.findByRole('button', { name: /Yes, remove/ }));
  expect(await screen.findByText('Only admins.')).toBeVisible();
  expect(screen.getByText('Accounting')).toBeInTheDocument();
});

test('an expired key cannot be renewed, and says why it no longer works', async () => {
  open({ [all]: { keys: [{ ...key, expiresOn: '2020-01-31' }] } });
  expect(await screen.findByText('Expired')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^New secret/ })).toBeNull();
});

test('a member of the company sees no keys', async () => {
  const { router } = open({}, signedIn({ userType: 'member' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
});

test('a key is offered only what its maker may do', () => {
  const offered = scopeGroups((action) => action === 'jobs.notes').flatMap(({ choices }) => choices);
  expect(offered.map(({ value }) => value)).toEqual(['jobs.notes']);
});
