import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { InvitePanel } from './InvitePanel';

const invite = '/api/company/invite';
const memo = {
  invitationId: 'i1',
  email: 'memo@example.com',
  userType: 'foreman',
  sentAt: '2026-06-09T18:00:00Z',
  expiresAt: '2026-06-23T18:00:00Z',
};
const list = { 'GET /api/company/invitations': { invitations: [memo] } };
const sent = (isResendingInvitation: boolean) => ({
  [`POST ${invite}`]: { data: { invitationId: 'i1', email: 'x', userType: 'member', isResendingInvitation } },
});

const show = (profile = signedIn()) => renderIn(() => <InvitePanel onClose={vi.fn()} />, { profile });
const email = () => screen.findByRole('textbox', { name: 'Email' });
const send = () => screen.getByRole('button', { name: 'Send invitation' });

test('an invitation is sent with the chosen address and user type', async () => {
  const fetch = mockServer({ ...list, ...sent(false) });
  const { user } = show();
  await user.type(await email(), 'ana@example.com');
  await user.click(screen.getByRole('radio', { name: 'salesman' }));
  await user.click(send());
  expect(await screen.findByText('Successfully sent your invitation.')).toBeVisible();
  expect(lastRequestTo(fetch, invite)).toEqual({ email: 'ana@example.com', userType: 'salesman' });
});

test('a repeated invitation says that the user was already invited', async () => {
  mockServer({ ...list, ...sent(true) });
  const { user } = show();
  await user.type(await email(), 'ana@example.com');
  await user.click(send());
  expect(await screen.findByText(/was already invited/)).toBeVisible();
});

test('a subcontractor is not offered the salesman and foreman types, which would be refused', async () => {
  mockServer(list);
  show(signedIn({}, { companyType: 'subcontractor' }));
  await email();
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
    'admin',
    'member',
  ]);
});

test('an invalid address is not sent', async () => {
  const fetch = mockServer(list);
  const { user } = show();
  await user.type(await email(), 'ana@');
  await user.click(send());
  expect(await email()).toBeInvalid();
  expect(lastRequestTo(fetch, invite)).toBeNull();
});

test('an address that already has an account shows an error, and stays for correction', async () => {
  const message = 'A user with this email already exists.';
  mockServer({ ...list, [`POST ${invite}`]: refusal(409, 'conflict', message) });
  const { user } = show();
  await user.type(await email(), 'ana@example.com');
  await user.click(send());
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(message);
  expect(screen.getByDisplayValue('ana@example.com')).toBeInTheDocument();
});

test('a server error says that it is not the fault of the user', async () => {
  mockServer({ ...list, [`POST ${invite}`]: refusal(500, 'internal', 'inside') });
  const { user } = show();
  await user.type(await email(), 'ana@example.com');
  await user.click(send());
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('It seems there was an error on our end');
});

test('a lost mail can be sent again from the list of open invitations', async () => {
  const fetch = mockServer({ ...list, ...sent(true) });
  const { user } = show();
  const open = within(await screen.findByRole('region', { name: /Open invitations/ }));
  expect(await open.findByText(/foreman · sent Jun 9th 2026/)).toBeVisible();
  await user.click(open.getByRole('button', { name: 'Resend to memo@example.com' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, invite)).toEqual({ email: 'memo@example.com', userType: 'foreman' }),
  );
});
