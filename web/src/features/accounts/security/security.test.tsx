import type { Account, ActiveSession } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount } from '@/testing/anAccount';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { SecuritySection } from './SecuritySection';

const accountCall = 'GET /api/auth/account';
const sessions = '/api/auth/sessions';
const change = '/api/auth/local/changePassword';

const account = anAccount();
const here: ActiveSession = {
  id: 's1',
  browser: 'Firefox',
  system: 'Windows',
  startedAt: '2026-06-01T12:00:00Z',
  lastUsedAt: '2026-06-11T12:00:00Z',
  isThisOne: true,
};
const phone: ActiveSession = { ...here, id: 's2', browser: 'Safari', system: 'iPhone', isThisOne: false };
const unknown: ActiveSession = { ...phone, id: 's3', browser: null, system: null };

const answers = (own: Partial<Account> = {}, active = [here]): Record<string, unknown> => ({
  [accountCall]: { account: { ...account, ...own } },
  [`GET ${sessions}`]: { sessions: active },
});
const show = () => renderIn(() => <SecuritySection />, { profile: signedIn() });
type User = ReturnType<typeof renderIn>['user'];

/** Pastes the text: typing would render the form once for every letter. */
async function paste(user: User, field: HTMLElement, text: string, then?: '{Enter}') {
  await user.click(field);
  await user.paste(text);
  if (then !== undefined) await user.keyboard(then);
}

const press = async (user: User, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

test('a new password requires the current one, and shows that all other sessions ended', async () => {
  const fetch = mockServer({ ...answers(), [`POST ${change}`]: { account } });
  const { user } = show();
  await press(user, 'Change password');
  const panel = await screen.findByRole('dialog', { name: 'Change password' });
  const old = within(panel).getByLabelText(/^Current password/);
  expect(old).toHaveAttribute('autocomplete', 'current-password');
  await paste(user, old, 'old ridge');
  await user.type(within(panel).getByLabelText(/^New password/), 'short');
  await user.click(within(panel).getByRole('button', { name: 'Change password' }));
  expect(within(panel).getByLabelText(/^New password/)).toHaveAccessibleDescription(/at least 8/);
  expect(lastRequestTo(fetch, change)).toBeNull();
  await paste(user, within(panel).getByLabelText(/^New password/), ' but longer');
  await user.click(within(panel).getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText(/signed out everywhere else/)).toBeInTheDocument();
  expect(lastRequestTo(fetch, change)).toEqual({ oldPassword: 'old ridge', newPassword: 'short but longer' });
  await waitFor(() => expect(panel).not.toBeInTheDocument());
});

test('a wrong current password shows an error at its field, and too many show the message of the server', async () => {
  const wrong = 'That is not your password.';
  const many = 'Too many failed sign-ins. Wait 15 minutes.';
  const all = answers();
  all[`POST ${change}`] = refusal(422, 'validation', 'no', [
    { field: 'oldPassword', code: 'mismatch', message: wrong },
  ]);
  mockServer(all);
  const { user } = show();
  await press(user, 'Change password');
  const panel = await screen.findByRole('dialog', { name: 'Change password' });
  await user.type(within(panel).getByLabelText(/^Current password/), 'guess');
  await paste(user, within(panel).getByLabelText(/^New password/), 'ridge cap shingle', '{Enter}');
  const old = within(panel).getByLabelText(/^Current password/);
  await waitFor(() => expect(old).toHaveAccessibleDescription(wrong));
  expect(old).toHaveFocus();
  all[`POST ${change}`] = refusal(429, 'duplicate_call_limit', many);
  await paste(user, old, '2', '{Enter}');
  expect(await within(panel).findByText(many)).toBeInTheDocument();
});

test('a password manager finds which account the password belongs to', async () => {
  mockServer(answers());
  const { user } = show();
  await press(user, 'Change password');
  const panel = await screen.findByRole('dialog', { name: 'Change password' });
  const name = panel.querySelector('input[autocomplete="username"]');
  expect(name).toHaveValue(account.email);
  expect(name).not.toBeVisible();
});

test('with a password at an identity provider, nothing is offered that the server would refuse', async () => {
  mockServer(answers({ hasPassword: false, emailVerified: false }));
  show();
  expect(await screen.findByText(/identity provider manages your password/)).toBeInTheDocument();
  expect(await screen.findByText('Firefox on Windows')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /password|Set up|again/ })).not.toBeInTheDocument();
});

test('the mail for an unverified address can be sent again', async () => {
  const fetch = mockServer({
    ...answers({ emailVerified: false }),
    'POST /api/auth/local/resendVerification': { sentTo: account.email },
  });
  const { user } = show();
  expect(await screen.findByText('Not confirmed yet')).toBeInTheDocument();
  await press(user, 'Send the link again');
  expect(await screen.findByText('A new link is on its way to your email.')).toBeInTheDocument();
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
});

test('a lost phone is signed out, and leaves the list at once', async () => {
  const all = answers({}, [here, phone, unknown]);
  all[`DELETE ${sessions}/s2`] = { id: 's2' };
  mockServer(all);
  const { user } = show();
  expect(await screen.findByText('Safari on iPhone')).toBeInTheDocument();
  expect(screen.getByText('A browser')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Firefox/ })).not.toBeInTheDocument();
  all[`GET ${sessions}`] = { sessions: [here, unknown] };
  await press(user, 'Sign out of Safari on iPhone');
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument());
  expect(await screen.findByText('That session was signed out.')).toBeInTheDocument();
});

test('a session that could not be ended is back in the list', async () => {
  mockServer({
    ...answers({}, [here, phone]),
    [`DELETE ${sessions}/s2`]: refusal(500, 'internal', 'It did not work.'),
  });
  const { user } = show();
  await press(user, 'Sign out of Safari on iPhone');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('It did not work.');
  expect(screen.getByText('Safari on iPhone')).toBeInTheDocument();
});

test('all other sessions end only after a confirmation', async () => {
  const all = answers({}, [here, phone]);
  all[`POST ${sessions}/endOthers`] = { ended: 1 };
  const fetch = mockServer(all);
  const { user } = show();
  await press(user, 'Sign out everywhere else');
  const question = await screen.findByRole('alertdialog');
  expect(lastRequestTo(fetch, `${sessions}/endOthers`)).toBeNull();
  all[`GET ${sessions}`] = { sessions: [here] };
  await user.click(within(question).getByRole('button', { name: 'Yes, sign out' }));
  expect(await screen.findByText('You are signed out everywhere else.')).toBeInTheDocument();
  expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument();
  expect(fetch.mock.calls.map(([path]) => path)).toContain(`${sessions}/endOthers`);
});

test('what could not be loaded can be loaded again', async () => {
  const down = refusal(403, 'forbidden', 'Unauthorized');
  mockServer({ [accountCall]: down, [`GET ${sessions}`]: down });
  show();
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2);
});
