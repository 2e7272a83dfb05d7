import type { Note } from '@bindings';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob, jobId } from '@/testing/aJob';
import { aUser, lastRequest, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { JobNotes } from './JobNotes';

const job = aJob(7);
const noteOf = (number: number, change: Partial<Note>): Note => ({
  id: jobId(number),
  content: `Note ${number}`,
  jobId: job.id,
  authorId: jobId(500),
  firstName: 'Luis',
  lastName: 'Ríos',
  name: null,
  viaLink: false,
  dateInserted: '2026-06-10T22:31:00Z',
  ...change,
});
const theirs = noteOf(40, { content: 'West eave was worse than planned.' });
const mine = noteOf(41, { content: 'Dumpster swap moved.', authorId: aUser.id, firstName: 'Marisol' });
const read = { [`GET /api/jobs/fetchNotes/${job.id}`]: { notes: [theirs, mine] } };

async function open(profile = signedIn()) {
  const page = renderIn(() => <JobNotes job={job} />, { profile });
  await screen.findByText(theirs.content);
  return page;
}

const items = () => within(screen.getByRole('list')).getAllByRole('listitem');
const field = () => screen.getByRole('textbox');

test('the latest note is first, with its author and its time in the zone of the company', async () => {
  mockServer(read);
  await open();
  expect(items()[0]).toHaveTextContent('Dumpster swap moved.');
  expect(items()[1]).toHaveTextContent('Luis Ríos');
  expect(items()[1]).toHaveTextContent('Jun 10th 2026, 4:31 PM');
});

test('the time of a note is in the language of the user', async () => {
  mockServer(read);
  setLanguage('spanish');
  await open(signedIn({ language: 'spanish' }));
  expect(items()[1]).toHaveTextContent(/10 jun 2026, 4:31 p\.\s?m\./);
});

test('a note shows before the server has responded, and cannot be deleted until then', async () => {
  const answers: ((answer: Response) => void)[] = [];
  const stored = [theirs, mine];
  vi.stubGlobal('fetch', (_: string, init: RequestInit = {}) =>
    (init.method ?? 'GET') === 'GET'
      ? Promise.resolve(Response.json({ notes: stored }))
      : new Promise<Response>((answer) => answers.push(answer)),
  );
  const { user } = await open();
  await user.type(field(), 'Gate code is 4417.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(items()[0]).toHaveTextContent('Gate code is 4417.');
  expect(within(items()[0] as HTMLElement).queryByRole('button')).toBeNull();
  expect(field()).toHaveValue('');

  await waitFor(() => expect(answers).toHaveLength(1));
  stored.push(noteOf(42, { content: 'Gate code is 4417.', authorId: aUser.id }));
  answers[0]?.(Response.json({ id: jobId(42) }));
  await waitFor(() =>
    expect(within(items()[0] as HTMLElement).getByRole('button', { name: 'Delete note' })).toBeVisible(),
  );
  expect(items()).toHaveLength(3);
});

test('a note has the signed-in user as its author', async () => {
  const fetch = mockServer({ ...read, 'POST /api/jobs/addNote': { id: jobId(42) } });
  const { user } = await open();
  await user.type(field(), 'Gate code is 4417.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  const sent = { authorId: aUser.id, jobId: job.id, content: 'Gate code is 4417.' };
  await waitFor(() =>
    expect(fetch).toHaveBeenCalledWith(
      '/api/jobs/addNote',
      expect.objectContaining({ body: JSON.stringify(sent) }),
    ),
  );
});

test('a note that could not be stored is restored in the form', async () => {
  mockServer({ ...read, 'POST /api/jobs/addNote': refusal(500, 'internal', 'inside') });
  const { user } = await open();
  await user.type(field(), 'A long walk round the roof.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('There was an issue adding this note.');
  expect(screen.getByDisplayValue('A long walk round the roof.')).toBeInTheDocument();
  expect(screen.queryAllByText('A long walk round the roof.', { selector: 'p' })).toEqual([]);
});

test('the next note can be written while one is sent, and one that is refused comes back before it', async () => {
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit = {}) =>
    (init.method ?? 'GET') === 'GET'
      ? Promise.resolve(Response.json({ notes: [theirs, mine] }))
      : new Promise<Response>((answer) => answers.push(answer)),
  );
  const { user } = await open();
  await user.type(field(), 'Gate code is 4417.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await user.type(field(), 'Two dogs.');
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(Response.json({ error: { code: 'internal', message: 'inside' } }, { status: 500 }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('There was an issue adding this note.');
  expect(field()).toHaveValue('Gate code is 4417.\nTwo dogs.');
});

test('a blank note is not sent, and the field shows why', async () => {
  const fetch = mockServer(read);
  const { user } = await open();
  await user.type(field(), '   ');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(field()).toBeInvalid();
  expect(lastRequest(fetch)).toBeNull();
});

test('a user cannot delete the note of another user', async () => {
  mockServer(read);
  await open();
  expect(within(items()[0] as HTMLElement).getByRole('button', { name: 'Delete note' })).toBeVisible();
  expect(within(items()[1] as HTMLElement).queryByRole('button')).toBeNull();
});

test('a note that could not be deleted is restored', async () => {
  mockServer({ ...read, 'POST /api/jobs/notes/delete': refusal(500, 'internal', 'inside') });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Delete note' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('There was an issue deleting this note.');
  expect(screen.getByText(mine.content)).toBeInTheDocument();
});

test('a member of the subcontractor can write notes, too', async () => {
  const fetch = mockServer({ ...read, 'POST /api/jobs/addNote': { id: jobId(42) } });
  const { user } = await open(signedIn({ userType: 'member' }, { companyType: 'subcontractor' }));
  await user.type(field(), 'Dry-in before the storm.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(fetch.mock.calls.some(([path]) => path.endsWith('addNote'))).toBe(true));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('users are offered no translation of their own notes', async () => {
  const path = `GET /api/jobs/fetchNotes/${job.id}`;
  const translates = { 'GET /api/config': { translate: true } };
  const fetch = mockServer({ ...translates, [path]: { notes: [mine] } });
  renderIn(() => <JobNotes job={job} />, { profile: signedIn() });
  await screen.findByText(mine.content);
  await waitFor(() => expect(fetch.mock.calls.some(([call]) => call === '/api/config')).toBe(true));
  expect(screen.queryByRole('button', { name: 'Translate' })).toBeNull();
  cleanup();

  mockServer({ ...translates, ...read });
  await open();
  expect(await screen.findByRole('button', { name: 'Translate' })).toBeVisible();
});

test('a note that was being written when the phone closed the page is in the field again', async () => {
  mockServer(read);
  const { user } = await open();
  await user.type(field(), 'Two bundles short.');
  const kept = Object.entries(localStorage).filter(([key]) => key.startsWith('ridgeline.draft'));
  expect(kept.map(([, text]) => text)).toEqual(['Two bundles short.']);
  cleanup();
  const { user: later } = await open();
  await waitFor(() => expect(field()).toHaveValue('Two bundles short.'));
  await later.clear(field());
  expect(Object.keys(localStorage).some((key) => key.startsWith('ridgeline.draft'))).toBe(false);
});
