import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useJob } from '@/queries/jobs/jobs';
import { aJob, jobId } from '@/testing/aJob';
import { lastRequest, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { JobTags } from './JobTags';

const job = aJob(7, { tags: [{ id: jobId(80), content: 'steep 8/12', jobId: jobId(7) }] });
const read = { [`GET /api/jobs/job/${job.id}`]: { info: job } };

function Shown() {
  const { job: shown } = useJob(job.id);
  return shown === undefined ? null : <JobTags job={shown} />;
}

async function open() {
  const page = renderIn(() => <Shown />, { profile: signedIn() });
  await screen.findByText('steep 8/12');
  return page;
}

const down = () => refusal(500, 'internal', 'inside');

test('a new tag shows at once and the field is empty for the next one', async () => {
  const tag = { id: jobId(81), content: 'HOA approved', jobId: job.id };
  const fetch = mockServer({ ...read, 'POST /api/jobs/addTag': { tag } });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  await user.type(screen.getByLabelText('New tag'), 'HOA approved{Enter}');
  const tags = screen.getByRole('list', { name: 'Tags' });
  expect(await within(tags).findByText('HOA approved')).toBeVisible();
  expect(screen.getByLabelText('New tag')).toHaveValue('');
  expect(lastRequest(fetch)).toEqual({ content: 'HOA approved', jobId: job.id });
  expect(within(tags).getByText('steep 8/12')).toBeVisible();
});

test('a tag that could not be stored is put back into the field', async () => {
  mockServer({ ...read, 'POST /api/jobs/addTag': down() });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  await user.type(screen.getByLabelText('New tag'), 'hail{Enter}');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('There was an error adding your tag.');
  expect(screen.getByLabelText('New tag')).toHaveValue('hail');
  const tags = screen.getByLabelText('Tags', { selector: 'ul' });
  expect(within(tags).queryByText('hail')).toBeNull();
});

test('a tag of more than 30 characters is not sent, and the field shows why', async () => {
  const fetch = mockServer(read);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  await user.type(screen.getByLabelText('New tag'), `${'x'.repeat(31)}{Enter}`);
  expect(screen.getByLabelText('New tag')).toBeInvalid();
  expect(screen.getByText('31 / 30')).toBeVisible();
  expect(fetch.mock.calls.some(([path]) => path.includes('addTag'))).toBe(false);
});

test('a tag that could not be deleted appears again', async () => {
  mockServer({ ...read, 'POST /api/jobs/deleteTag': down() });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Remove tag: steep 8/12' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('There was an error deleting this tag.');
  expect(screen.getByText('steep 8/12')).toBeInTheDocument();
});

test('after a tag is deleted the focus stays among the tags', async () => {
  mockServer({ ...read, 'POST /api/jobs/deleteTag': { id: jobId(80) } });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Remove tag: steep 8/12' }));
  expect(await screen.findByText('No tags yet.')).toBeVisible();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Add tag' })).toHaveFocus();
});

test('a pending new tag does not undo the deletion of another', async () => {
  const answers = new Map<string, (answer: Response) => void>();
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    (init.method ?? 'GET') === 'GET'
      ? Promise.resolve(Response.json({ info: job }))
      : new Promise<Response>((answer) => answers.set(path, answer)),
  );
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Remove tag: steep 8/12' }));
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  await user.type(screen.getByLabelText('New tag'), 'hail{Enter}');
  const tags = screen.getByRole('list', { name: 'Tags' });
  expect(within(tags).getByText('hail')).toBeVisible();
  expect(within(tags).queryByText('steep 8/12')).toBeNull();

  await waitFor(() => expect(answers.has('/api/jobs/deleteTag')).toBe(true));
  answers.get('/api/jobs/deleteTag')?.(Response.json({ id: jobId(80) }));
  await waitFor(() => expect(answers.has('/api/jobs/addTag')).toBe(true));
  answers.get('/api/jobs/addTag')?.(
    Response.json({ tag: { id: jobId(81), content: 'hail', jobId: job.id } }),
  );
  await waitFor(() => expect(within(tags).getByRole('button', { name: 'Remove tag: hail' })).toBeEnabled());
  expect(within(tags).queryByText('steep 8/12')).toBeNull();
});
