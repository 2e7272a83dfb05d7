import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { onSessionEnd, readToken } from '@/api/token';
import { setLanguage } from '@/i18n';
import { enableReturnTo, returnToKey, storeReturnTo } from '@/queries/accounts/returnTo';
import { anAccount } from '@/testing/anAccount';
import { aUser, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { DeleteAccount } from './DeleteAccount';

const path = '/api/auth/deleteAccount';
const account = anAccount();
const accountAnswer = { 'GET /api/auth/account': { account } };

async function begin(answers: Record<string, unknown>, profile = signedIn()) {
  const fetch = mockServer({ ...accountAnswer, ...answers });
  const { user } = renderIn(() => <DeleteAccount />, { profile });
  await user.click(screen.getByRole('button', { name: /…$/ }));
  const panel = await screen.findByRole('dialog');
  await waitFor(() => expect(panel.querySelector('input')).not.toBeNull());
  return { user, panel, fetch };
}

test('an account is deleted only with its password, and the user is then signed out', async () => {
  const over = vi.fn();
  const stop = onSessionEnd(over);
  const { user, panel, fetch } = await begin({ [`POST ${path}`]: { id: aUser.id } });
  await user.type(within(panel).getByLabelText(/^Your password/), 'ridge cap shingle');
  await user.click(within(panel).getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(over).toHaveBeenCalledOnce());
  expect(lastRequestTo(fetch, path)).toEqual({ password: 'ridge cap shingle' });
  expect(readToken()).toBeNull();
  stop();
});

test('the next user of this tab is not led to the settings of the deleted account', async () => {
  const stop = onSessionEnd(() => storeReturnTo('/app/user/settings'));
  const { user, panel } = await begin({ [`POST ${path}`]: { id: aUser.id } });
  await user.click(within(panel).getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(readToken()).toBeNull());
  expect(sessionStorage.getItem(returnToKey)).toBeNull();
  enableReturnTo();
  stop();
});

test('the last admin of a company sees what has to be done first, and stays signed in', async () => {
  const why = 'You are the only admin. Make somebody else an admin, or delete the company first.';
  const { user, panel } = await begin({ [`POST ${path}`]: refusal(409, 'conflict', why) });
  await user.type(within(panel).getByLabelText(/^Your password/), 'ridge cap shingle');
  await user.click(within(panel).getByRole('button', { name: 'Delete my account' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(why);
  expect(readToken()).not.toBeNull();
});

test('what is deleted and what stays is explained first, in the language of the user', async () => {
  setLanguage('spanish');
  const { panel } = await begin({}, signedIn({ language: 'spanish' }));
  expect(panel).toHaveTextContent('Se borrarán su nombre, correo, teléfono');
  expect(panel).toHaveTextContent('a nombre de “Usuario anterior”');
  expect(within(panel).getByRole('button', { name: 'Eliminar mi cuenta' })).toBeVisible();
});

test('a user who cancels loses nothing', async () => {
  const { user, panel, fetch } = await begin({});
  await user.click(within(panel).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lastRequestTo(fetch, path)).toBeNull();
  expect(readToken()).not.toBeNull();
});
