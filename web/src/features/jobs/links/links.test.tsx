import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { JobLinks } from './JobLinks';

const job = aJob(7, { title: 'Whitaker re-roof' });
const list = `GET /api/guest_links/${job.id}`;
const link = {
  id: '018f0000-0000-7000-8000-000000000077',
  jobId: job.id,
  purchaseOrderId: null,
  crewMemberId: null,
  vendorContactId: null,
  name: 'Rosa Díaz',
  phone: '615-555-0134',
  email: 'rosa@crew.example',
  language: 'spanish',
  may: ['accept', 'photos'],
  allJobs: false,
  expiresOn: null,
  endsOn: '2026-07-16',
  createdBy: '018f0000-0000-7000-8000-000000000001',
  dateInserted: '2026-06-01T12:00:00Z',
  lastSeen: null,
  state: 'pending',
  reason: null,
  revoked: false,
};
const url = 'https://ridgeline.example/g/secret';

const open = (answers: Record<string, unknown>, profile = signedIn()) => {
  const fetch = mockServer(answers);
  return { fetch, ...renderIn(() => <JobLinks job={job} />, { profile }) };
};

test('an office makes a link for a person without an account, and gets its address once', async () => {
  const { user, fetch } = open({
    [list]: { links: [] },
    'POST /api/guest_links/create': { link: { ...link, url } },
  });
  await user.click(await screen.findByRole('button', { name: 'New link' }));
  const panel = await screen.findByRole('dialog', { name: 'Link for a person without an account' });
  await user.click(within(panel).getByRole('button', { name: 'Create link' }));
  expect(within(panel).getByText('This field is required.')).toBeVisible();
  await user.type(within(panel).getByRole('textbox', { name: 'Name' }), 'Rosa Díaz');
  await user.click(within(panel).getByRole('checkbox', { name: 'report the work as done' }));
  await user.click(within(panel).getByRole('button', { name: 'Create link' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, '/api/guest_links/create')).toMatchObject({
      jobId: job.id,
      name: 'Rosa Díaz',
      may: ['accept', 'photos', 'notes', 'sign'],
    }),
  );
  const share = await screen.findByRole('dialog', { name: 'Link for Rosa Díaz' });
  expect(within(share).getByText(url)).toBeVisible();
  expect(within(share).getByRole('link', { name: 'Text message' })).toHaveAttribute(
    'href',
    `sms:6155550134?&body=${encodeURIComponent(`Whitaker re-roof: ${url}`)}`,
  );
  expect(await within(share).findByTitle("Scan with the phone's camera")).toBeInTheDocument();
});

test('an office sees who answered, and ends a link at once', async () => {
  const declined = { ...link, state: 'declined', reason: 'No truck', lastSeen: '2026-06-02T15:00:00Z' };
  const { user, fetch } = open({
    [list]: { links: [declined] },
    [`DELETE /api/guest_links/${link.id}`]: { id: link.id },
  });
  expect(await screen.findByText('Declined: No truck')).toBeVisible();
  expect(screen.getByText(/Last opened Jun 2nd 2026/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End' }));
  await user.click(await screen.findByRole('button', { name: /Yes, remove/ }));
  await waitFor(() =>
    expect(fetch.mock.calls.some(([path, init]) => path.includes(link.id) && init?.method === 'DELETE')).toBe(
      true,
    ),
  );
});

test('a member of the company has no links to manage', () => {
  open({}, signedIn({ userType: 'member' }));
  expect(screen.queryByRole('button', { name: 'New link' })).toBeNull();
});

test('a subcontractor that has not accepted the job reads why it makes no link', async () => {
  open({ [list]: { links: [] } }, signedIn({}, { companyType: 'subcontractor' }));
  expect(await screen.findByRole('button', { name: 'New link' })).toHaveAccessibleDescription(
    'Accept this job before you send links to it.',
  );
});

test('links that could not be fetched can be fetched again', async () => {
  const answers: Record<string, unknown> = { [list]: refusal(500, 'internal', 'inside') };
  const { user } = open(answers);
  const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  answers[list] = { links: [link] };
  await user.click(retry);
  expect(await screen.findByText('Rosa Díaz')).toBeVisible();
});
