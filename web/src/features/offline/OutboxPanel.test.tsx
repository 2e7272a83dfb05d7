/** @alone: it imports a fake IndexedDB, which other tests do without. */
import 'fake-indexeddb/auto';

import type { Company, WorkOrder } from '@bindings';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { confirmSignOut } from '@/components/accounts/confirmSignOut';
import { type CallTask, outbox } from '@/queries/offline/outbox';
import * as settled from '@/queries/offline/outboxResults';
import { flush, startOutbox } from '@/queries/offline/outboxSender';
import { storedEntries } from '@/queries/offline/outboxStorage';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { newTemporaryId } from '@/queries/offline/temporaryIds';
import { uploadFiles } from '@/queries/offline/uploadQueue';
import { aJob, jobId } from '@/testing/aJob';
import { fakeOutboxServer } from '@/testing/outboxServer';
import { aCompany, aUser, refusal, renderIn, signedIn } from '@/testing/render';
import { aFile } from '@/testing/slowForms';
import { slowUploads } from '@/testing/slowUploads';

import { OutboxPanel } from './OutboxPanel';

let end: () => void = () => undefined;

beforeEach(() => indexedDB.deleteDatabase('ridgeline.outbox'));
afterEach(async () => {
  end();
  await flush();
});

/** Opens the list, with these tasks done without a network. */
async function open(tasks: CallTask[], company: Partial<Company> = {}) {
  const server = fakeOutboxServer();
  const shown = renderIn(() => <OutboxPanel onClose={() => undefined} />, { profile: signedIn({}, company) });
  end = startOutbox(shown.queries, aUser.id, settled);
  server.network = 'gone';
  for (const task of tasks) await act(() => sendOrQueue(shown.queries, task, 'notSaved'));
  await act(flush);
  const back = async () => {
    server.network = 'there';
    reportReachable(true);
    await act(flush);
  };
  return { ...shown, server, back };
}

const note = (content: string): CallTask => ({ kind: 'note', jobId: jobId(1), content });
const rows = () => screen.getAllByRole('listitem');

test('a queued entry shows its kind, and leaves the list when it is uploaded', async () => {
  const { back } = await open([note('The dog bites.'), note('Bring the long ladder.')]);
  expect(rows()).toHaveLength(2);
  expect(rows()[0]).toHaveTextContent(/Note.*Waiting to upload.*The dog bites\./);
  await back();
  expect(await screen.findByText('Everything is uploaded')).toBeVisible();
});

test('a refused entry shows why, keeps its text, and leaves the list when it is sent again', async () => {
  const { server, back, user } = await open([note('The dog bites.')]);
  server.refuse = () => refusal(404, 'not_found', 'Job was not found');
  await back();
  expect(rows()[0]).toHaveTextContent(/Not uploaded.*The dog bites\..*Job was not found/);
  server.refuse = null;
  await user.click(screen.getByRole('button', { name: 'Try again: Note' }));
  expect(await screen.findByText('Everything is uploaded')).toBeVisible();
  expect(server.stored).toHaveLength(1);
});

test('nothing is removed without a confirmation', async () => {
  const { server, back, user } = await open([note('The dog bites.')]);
  await user.click(screen.getByRole('button', { name: 'Remove: Note' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Remove: Note' }));
  await user.click(screen.getByRole('button', { name: /^Yes/ }));
  expect(await screen.findByText('Everything is uploaded')).toBeVisible();
  await back();
  expect(server.stored).toEqual([]);
});

const item = (title: string, unitCost: number) => ({
  id: jobId(61),
  title,
  description: null,
  quantity: 2,
  unitCost,
  workOrderId: jobId(60),
  lineTotal: unitCost * 2,
});
const seen = {
  id: jobId(60),
  title: '#1-1',
  jobId: jobId(1),
  orderItems: [item('Ridge vent', 10)],
  signOffs: [],
  total: 20,
  dateInserted: '2026-06-04T15:00:00Z',
  sends: [],
  itemsVersion: 1,
} as WorkOrder;

async function conflictingSignature() {
  const opened = await open([{ kind: 'sign', order: seen }]);
  opened.server.answers[`/api/work_orders/single/${seen.id}`] = {
    order: { ...seen, orderItems: [item('Ridge vent', 15)], itemsVersion: 2 },
  };
  opened.server.refuse = ({ body }) =>
    body.itemsVersion === 2 ? null : refusal(409, 'changed', 'The items changed.');
  await opened.back();
  return opened;
}

test('a user who signed items that have changed sees both versions, and signs only what they agree to', async () => {
  const { server, user } = await conflictingSignature();
  expect(screen.getByRole('region', { name: 'What you saw' })).toHaveTextContent(
    /2 × \$10\.00.*Total \$20\.00/,
  );
  const now = screen.getByRole('region', { name: 'What it is now' });
  await waitFor(() => expect(now).toHaveTextContent(/2 × \$15\.00.*Total \$30\.00/));
  expect(server.stored).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Do it anyway' }));
  expect(await screen.findByText('Everything is uploaded')).toBeVisible();
  expect(server.stored).toMatchObject([{ body: { orderId: seen.id, itemsVersion: 2 } }]);
});

test('a user who keeps the other version signs nothing', async () => {
  const { server, user } = await conflictingSignature();
  await user.click(screen.getByRole('button', { name: 'Keep theirs' }));
  expect(await screen.findByText('Everything is uploaded')).toBeVisible();
  expect(server.stored).toEqual([]);
});

test('a job that was moved meanwhile shows its previous and its current dates', async () => {
  const job = aJob(1, { startDate: '2026-06-01', endDate: '2026-06-02' });
  const { server, back } = await open([{ kind: 'completeJob', job, isActive: false }]);
  server.answers[`/api/jobs/job/${job.id}`] = {
    info: { ...job, startDate: '2026-06-08', endDate: '2026-06-09' },
  };
  server.refuse = () => refusal(409, 'changed', 'This job changed meanwhile.');
  await back();
  expect(screen.getByRole('region', { name: 'What you saw' })).toHaveTextContent(
    'Jun 1st 2026 – Jun 2nd 2026',
  );
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'What it is now' })).toHaveTextContent(
      'Jun 8th 2026 – Jun 9th 2026',
    ),
  );
});

test('a subcontractor whose answer was for other days sees both, and answers for the days of now', async () => {
  const job = aJob(1, {
    startDate: '2026-06-01',
    endDate: '2026-06-02',
    assignedToCompanyId: aCompany.id,
    companyInfo: { name: aCompany.name },
  });
  const { server, back, user } = await open([{ kind: 'answerJob', job, accepts: true }], {
    companyType: 'subcontractor',
  });
  server.answers[`/api/jobs/job/${job.id}`] = {
    info: { ...job, startDate: '2026-06-08', endDate: '2026-06-09' },
  };
  server.refuse = ({ body }) =>
    body.startDate === '2026-06-08' ? null : refusal(409, 'changed', 'This job changed meanwhile.');
  await back();
  expect(screen.getByRole('region', { name: 'What you saw' })).toHaveTextContent('Jun 1st 2026');
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'What it is now' })).toHaveTextContent('Jun 8th 2026'),
  );
  expect(screen.getByRole('button', { name: 'Discard my answer' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Accept anyway' }));
  expect(await screen.findByText('Everything is uploaded')).toBeVisible();
  expect(server.stored).toMatchObject([{ body: { didAccept: true, startDate: '2026-06-08' } }]);
});

test('a refused new job can be corrected, and its removal says how much goes with it', async () => {
  const form = { title: 'Whitaker re-roof', address: '', city: 'Littleton', state: 'CO', zip: '' };
  const job = { ...aJob(2), ...form, id: newTemporaryId() };
  const behind: CallTask = { kind: 'note', jobId: job.id, content: 'The dog bites.' };
  const { server, back, user } = await open([{ kind: 'createJob', form, job }, behind, behind]);
  expect(rows()[0]).toHaveTextContent(/New job, Whitaker re-roof.*Littleton, CO/);
  server.refuse = () => refusal(403, 'forbidden', 'Only admins create jobs.');
  await back();
  expect(rows().map(({ textContent }) => textContent?.includes('Not uploaded'))).toEqual([
    true,
    false,
    false,
  ]);
  expect(screen.getByRole('link', { name: 'Correct it' })).toHaveAttribute('href', '/app/jobs/new');
  await user.click(screen.getByRole('button', { name: 'Remove: New job, Whitaker re-roof' }));
  const box = await screen.findByRole('alertdialog');
  expect(box).toHaveTextContent('2 things that wait behind it');
  await user.click(within(box).getByRole('button', { name: /^Yes/ }));
  expect(await screen.findByText('Everything is uploaded')).toBeVisible();
  expect(await storedEntries(aUser.id)).toEqual([]);
});

test('a user with queued entries decides about them before signing out', async () => {
  const { server, user } = await open([note('The dog bites.')]);
  const answer = async (name: string) => {
    const confirmed = confirmSignOut(aUser.id);
    const box = await screen.findByRole('alertdialog', { name: '1 is not uploaded yet' });
    await user.click(within(box).getByRole('button', { name }));
    return confirmed;
  };
  expect(await answer('Stay')).toBe(false);
  // Still without a network: the user stays signed in while entries could not be sent.
  expect(await answer('Upload first')).toBe(false);
  expect(await screen.findByText(/^1 could not be uploaded\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(await storedEntries(aUser.id)).toHaveLength(1);

  server.network = 'there';
  expect(await answer('Upload first')).toBe(true);
  expect(server.stored).toHaveLength(1);
  expect(await confirmSignOut(aUser.id)).toBe(true);
});

test('entries that are discarded at the sign-out are deleted from the phone', async () => {
  const { server, user } = await open([note('The dog bites.')]);
  const confirmed = confirmSignOut(aUser.id);
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await confirmed).toBe(true);
  expect(await storedEntries(aUser.id)).toEqual([]);
  expect(outbox.read()).toEqual([]);
  expect(server.stored).toEqual([]);
});

test('a user with a photo that is being uploaded is asked before signing out, and discarding stops it', async () => {
  // jsdom cannot clone its files, so the clone shares them.
  vi.stubGlobal('structuredClone', <T extends object>(value: T): T => ({ ...value }));
  const uploads = slowUploads();
  const { server, queries, user } = await open([]);
  server.network = 'there';
  await act(
    async () =>
      void uploadFiles(queries, [{ kind: 'photo', jobId: jobId(1), file: aFile('a.jpg') }], settled),
  );
  await waitFor(() => expect(uploads).toHaveLength(1));
  const confirmed = confirmSignOut(aUser.id);
  await screen.findByRole('alertdialog', { name: '1 is not uploaded yet' });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await confirmed).toBe(true);
  expect(uploads[0]?.stopped).toBe(true);
  expect(await storedEntries(aUser.id)).toEqual([]);
});
