import type { Account } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anAccount } from '@/testing/anAccount';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { SecuritySection } from './SecuritySection';

const saved = vi.hoisted(() => vi.fn());
vi.mock('@/ui/files/saveFile', () => ({ saveFile: saved }));

const path = '/api/auth/local/secondFactor';
const accountCall = 'GET /api/auth/account';

const off = anAccount();
const on = anAccount({ secondFactor: true, recoveryCodesLeft: 3 });
const setup = {
  secret: 'JBSWY3DPEHPK3PXP',
  otpauthUri: 'otpauth://totp/Ridgeline:marisol?secret=JBSWY3DPEHPK3PXP',
  qrSvg: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1z"/></svg>',
};
const recoveryCodes = ['abcd-efgh-ijkl-mnop', 'qrst-uvwx-yz23-4567'];

const open = (account: Account, more: Record<string, unknown>) => {
  const all: Record<string, unknown> = {
    [accountCall]: { account },
    'GET /api/auth/sessions': { sessions: [] },
    ...more,
  };
  const fetch = mockServer(all);
  return { ...renderIn(() => <SecuritySection />, { profile: signedIn() }), fetch, all };
};

const panel = (name: string) => screen.findByRole('dialog', { name });
type User = ReturnType<typeof renderIn>['user'];

/** Pastes the text: typing would render the form once for every letter. */
async function paste(user: User, field: HTMLElement, text: string, then?: '{Enter}') {
  await user.click(field);
  await user.paste(text);
  if (then !== undefined) await user.keyboard(then);
}

const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));

async function upToCodes() {
  const shown = open(off, {
    [`POST ${path}/begin`]: { secondFactor: setup },
    [`POST ${path}/confirm`]: { recoveryCodes },
  });
  const { user } = shown;
  await press(user, 'Set up');
  const first = await panel('Set up two-step sign-in');
  await paste(user, within(first).getByLabelText(/^Password/), 'ridge cap shingle', '{Enter}');
  const code = await screen.findByLabelText(/^Code that the app shows/);
  return { ...shown, code };
}

test('an app gets its key by QR code, by hand or on the same phone, and its first code turns it on', async () => {
  const { user, fetch, code, all } = await upToCodes();
  const picture = screen.getByRole('img', { name: 'QR code for your authenticator app' });
  expect(picture).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`);
  expect(screen.getByLabelText('Or type this key into the app')).toHaveValue('JBSW Y3DP EHPK 3PXP');
  expect(screen.getByRole('link', { name: /on this device/ })).toHaveAttribute('href', setup.otpauthUri);
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  all[accountCall] = { account: { ...on, recoveryCodesLeft: 2 } };
  await paste(user, code, '123 456', '{Enter}');
  const codes = await panel('Your recovery codes');
  expect(lastRequestTo(fetch, `${path}/begin`)).toEqual({ password: 'ridge cap shingle' });
  expect(lastRequestTo(fetch, `${path}/confirm`)).toEqual({ code: '123 456' });
  for (const each of recoveryCodes) expect(within(codes).getByText(each)).toBeInTheDocument();
  await press(user, 'I have saved them');
  await waitFor(() => expect(codes).not.toBeInTheDocument());
  expect(screen.getByText('2 recovery codes are left.')).toBeInTheDocument();
});

test('recovery codes can be saved or printed, and are not lost by closing them accidentally', async () => {
  const { user, code } = await upToCodes();
  await paste(user, code, '123456', '{Enter}');
  const codes = await panel('Your recovery codes');
  await press(user, 'Download');
  const [name, file] = saved.mock.calls[0] as [string, Blob];
  expect(name).toBe('ridgeline-recovery-codes.txt');
  const text = await file.text();
  for (const each of [...recoveryCodes, off.email]) expect(text).toContain(each);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await press(user, 'Print');
  expect(print).toHaveBeenCalledOnce();
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Close without the codes?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(within(codes).getByText('abcd-efgh-ijkl-mnop')).toBeInTheDocument();
});

test('a wrong first code shows an error at its field, and the QR code stays', async () => {
  const message = 'That code is not correct.';
  const { user, code, all } = await upToCodes();
  all[`POST ${path}/confirm`] = refusal(422, 'validation', 'no', [
    { field: 'code', code: 'mismatch', message },
  ]);
  await paste(user, code, '000000', '{Enter}');
  await waitFor(() => expect(code).toHaveAccessibleDescription(message));
  expect(screen.getByRole('img', { name: /QR code/ })).toBeInTheDocument();
});

test('an unattended session cannot turn it on without the password', async () => {
  const message = 'That is not your password.';
  const { user } = open(off, {
    [`POST ${path}/begin`]: refusal(422, 'validation', 'no', [
      { field: 'password', code: 'mismatch', message },
    ]),
  });
  await press(user, 'Set up');
  const first = await panel('Set up two-step sign-in');
  await paste(user, within(first).getByLabelText(/^Password/), 'guess', '{Enter}');
  await waitFor(() => expect(within(first).getByLabelText(/^Password/)).toHaveAccessibleDescription(message));
  expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
});

test('used-up recovery codes are replaced by new ones', async () => {
  const { user, fetch } = open(on, { [`POST ${path}/recoveryCodes`]: { recoveryCodes } });
  expect(await screen.findByText('3 recovery codes are left.')).toBeInTheDocument();
  await press(user, 'New recovery codes');
  const first = await panel('New recovery codes');
  await paste(user, within(first).getByLabelText(/^Password/), 'ridge cap shingle', '{Enter}');
  expect(within(await panel('Your recovery codes')).getByText('qrst-uvwx-yz23-4567')).toBeInTheDocument();
  expect(lastRequestTo(fetch, `${path}/recoveryCodes`)).toEqual({ password: 'ridge cap shingle' });
});

test('turning it off requires the password and a code', async () => {
  const { user, fetch } = open(on, { [`POST ${path}/off`]: { account: off } });
  await press(user, 'Turn off');
  const first = await panel('Turn off two-step sign-in');
  await paste(user, within(first).getByLabelText(/^Password/), 'ridge cap shingle', '{Enter}');
  expect(within(first).getByLabelText(/^Code from the app/)).toBeInvalid();
  expect(lastRequestTo(fetch, `${path}/off`)).toBeNull();
  await paste(user, within(first).getByLabelText(/^Code from the app/), 'abcd-efgh', '{Enter}');
  expect(await screen.findByText('Two-step sign-in is off.')).toBeInTheDocument();
  expect(lastRequestTo(fetch, `${path}/off`)).toEqual({ password: 'ridge cap shingle', code: 'abcd-efgh' });
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeInTheDocument();
});
