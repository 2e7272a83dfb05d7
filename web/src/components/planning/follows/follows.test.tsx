import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aJob } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { JobFollows } from './JobFollows';
import { useFollowersFirst } from './useFollowersFirst';

const tearOff = aJob(1, { title: 'Tear-off', startDate: '2026-06-09', endDate: '2026-06-10' });
const gutters = aJob(2, {
  title: 'Gutters',
  startDate: '2026-06-12',
  endDate: '2026-06-12',
  follows: [{ jobId: tearOff.id, gapWorkdays: 1 }],
});
const solar = aJob(3, { title: 'Solar' });
const lists = { 'GET /api/jobs/myJobs/contractor': { jobs: [tearOff, gutters, solar] } };
const saved = '/api/jobs/update/follows';

test('an office lets a job wait for another one, with working days between', async () => {
  const fetch = mockServer({ ...lists, [`POST ${saved}`]: { job: solar } });
  const { user } = renderIn(() => <JobFollows job={solar} />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'Add a job' }));
  const panel = await screen.findByRole('dialog');
  await user.click(within(panel).getByRole('combobox', { name: /Job that comes first/ }));
  await user.click(await within(panel).findByRole('option', { name: 'Gutters, Fri Jun 12' }));
  await user.clear(within(panel).getByRole('textbox', { name: 'Working days between' }));
  await user.type(within(panel).getByRole('textbox', { name: 'Working days between' }), '2');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, saved)).toEqual({
      jobId: solar.id,
      follows: [{ jobId: gutters.id, gapWorkdays: 2 }],
    }),
  );
});

test('jobs that would wait for each other are refused with the reason at the field', async () => {
  const field = { field: 'follows', code: 'range', message: 'A job cannot wait for itself.' };
  mockServer({ ...lists, [`POST ${saved}`]: refusal(422, 'validation', 'no', [field]) });
  const { user } = renderIn(() => <JobFollows job={tearOff} />, { profile: signedIn() });
  expect(await screen.findByText('These start after it')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Add a job' }));
  const panel = await screen.findByRole('dialog');
  await user.click(within(panel).getByRole('combobox', { name: /Job that comes first/ }));
  await user.click(await within(panel).findByRole('option', { name: 'Gutters, Fri Jun 12' }));
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  expect(await within(panel).findByText('A job cannot wait for itself.')).toBeVisible();
});

const later = { startDate: '2026-06-15', endDate: '2026-06-16' };

function Mover({ onMoved }: { onMoved: (alone: boolean) => void }) {
  const first = useFollowersFirst();
  return (
    <button type="button" onClick={() => void Promise.resolve(first(tearOff, later)).then(onMoved)}>
      move
    </button>
  );
}

test('a job that others follow is moved with them, if the user wants that', async () => {
  const behind = { jobId: gutters.id, was: later, will: later, asksAgain: [], overlaps: [] };
  const fetch = mockServer({ 'POST /api/schedule/shift': { moves: [behind], state: 'x' } });
  const onMoved = vi.fn();
  const { user, queries, router } = renderIn(() => <Mover onMoved={onMoved} />, { profile: signedIn() });
  queries.setQueryData(['jobs', 'list', {}], [tearOff, gutters, solar]);
  await user.click(screen.getByRole('button', { name: 'move' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('1 job would begin too early after Tear-off.');
  expect(lastRequestTo(fetch, '/api/schedule/shift')).toMatchObject({
    selection: { jobIds: [tearOff.id] },
    withFollowing: true,
    dryRun: true,
    adjust: [{ jobId: tearOff.id, ...later }],
  });
  await user.click(within(question).getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(onMoved).toHaveBeenCalledWith(false));
  expect(router.state.location.pathname).toBe('/app/calendar/move');
  expect(router.state.location.search).toBe(`?job=${tearOff.id}&start=2026-06-15&end=2026-06-16`);
});

test('a job that nobody follows moves at once, without a question', async () => {
  const fetch = mockServer({});
  const onMoved = vi.fn();
  const { user, queries } = renderIn(() => <Mover onMoved={onMoved} />, { profile: signedIn() });
  queries.setQueryData(['jobs', 'list', {}], [tearOff, solar]);
  await user.click(screen.getByRole('button', { name: 'move' }));
  await waitFor(() => expect(onMoved).toHaveBeenCalledWith(true));
  expect(lastRequestTo(fetch, '/api/schedule/shift')).toBeNull();
});
