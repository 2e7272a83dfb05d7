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

test('an invitation goes to the address and the kind of user that were chosen', async () => {
  const fetch = mockServer({ ...list, ...sent(false) });
  const { user } = show();
  await user.type(await email(), 'ana@example.com');
  await user.click(screen.getByRole('radio', { name: 'salesman' }));
  await user.click(send());
  expect(await screen.findByText('Successfully sent your invitation.')).toBeVisible();
  expect(lastRequestTo(fetch, invite)).toEqual({ email: 'ana@example.com', userType: 'salesman' });
});

test('who was invited before is told apart: the mail went out again', async () => {
  mockServer({ ...list, ...sent(true) });
  const { user } = show();
  await user.type(await email(), 'ana@example.com');
  await user.click(send());
  expect(await screen.findByText(/was already invited/)).toBeVisible();
});

test('a subcontractor is not offered salesmen and foremen, who would be refused', async () => {
  mockServer(list);
  show(signedIn({}, { companyType: 'subcontractor' }));
  await email();
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
    'admin',
    'member',
  ]);
});

test('an address that is none is not sent', async () => {
  const fetch = mockServer(list);
  const { user } = show();
  await user.type(await email(), 'ana@');
  await user.click(send());
  expect(await email()).toBeInvalid();
  expect(lastRequestTo(fetch, invite)).toBeNull();
});

test('an address that works somewhere already says so, and stays to be corrected', async () => {
  const said = 'A user with this email already exists.';
  mockServer({ ...list, [`POST ${invite}`]: refusal(409, 'conflict', said) });
  const { user } = show();
  await user.type(await email(), 'ana@example.com');
  await user.click(send());
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(said);
  expect(screen.getByDisplayValue('ana@example.com')).toBeInTheDocument();
});

test('a server that breaks says that it was not the reader', async () => {
  mockServer({ ...list, [`POST ${invite}`]: refusal(500, 'internal', 'inside') });
  const { user } = show();
  await user.type(await email(), 'ana@example.com');
  await user.click(send());
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('It seems there was an error on our end');
});

test('a lost mail is sent once more from the list of who has not come yet', async () => {
  const fetch = mockServer({ ...list, ...sent(true) });
  const { user } = show();
  const open = within(await screen.findByRole('region', { name: /Open invitations/ }));
  expect(await open.findByText(/foreman · sent Jun 9th 2026/)).toBeVisible();
  await user.click(open.getByRole('button', { name: 'Resend to memo@example.com' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, invite)).toEqual({ email: 'memo@example.com', userType: 'foreman' }),
  );
});
