import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { JobPage } from '@/features/jobs/page/JobPage';
import { useJobs } from '@/queries/jobs/jobs';
import { applyEvents } from '@/queries/live/applyEvents';
import { aJob, jobId } from '@/testing/aJob';
import { lastRequestTo, mockServer, renderIn, signedIn } from '@/testing/render';

const job = aJob(7, { title: 'Whitaker re-roof' });
const jobCall = `GET /api/jobs/job/${job.id}`;

/** The list behind the job page. */
function ListBehind() {
  return (
    <p data-testid="under">
      {useJobs()
        .jobs?.map(({ title }) => title)
        .join()}
    </p>
  );
}

function open(at: string) {
  const answers: Record<string, unknown> = {
    'GET /api/jobs/myJobs/contractor': { jobs: [job, aJob(8)] },
    [jobCall]: { info: job },
  };
  const fetch = mockServer(answers);
  const screens = () => (
    <>
      <ListBehind />
      <JobPage base="/app/jobs" />
    </>
  );
  const { user, queries } = renderIn(screens, { profile: signedIn(), at, path: '/app/jobs/details/:id' });
  const sendEvent = (event: string, data: unknown) =>
    act(async () => applyEvents(queries, [{ event, data }]));
  return { answers, fetch, user, emit: sendEvent };
}

test('typed input stays when another user changes the job, and the other fields update', async () => {
  const { answers, user, emit: sendEvent } = open(`/app/jobs/details/${job.id}?view=edit`);
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  await user.clear(title);
  await user.type(title, 'Whitaker, both roofs');
  const theirs = { ...job, title: 'Whitaker garage', city: 'Golden', color: '#B72B12' };
  answers[jobCall] = { info: theirs };
  await sendEvent('job', theirs);
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('Whitaker garage'));
  expect(title).toHaveValue('Whitaker, both roofs');
});

test('saving a title keeps the city that another user changed meanwhile', async () => {
  const { answers, fetch, user, emit: sendEvent } = open(`/app/jobs/details/${job.id}?view=edit`);
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  const city = screen.getByRole('textbox', { name: /^City/ });
  await user.clear(title);
  await user.type(title, 'Whitaker, both roofs');
  const theirs = { ...job, city: 'Golden', zip: '80401' };
  answers[jobCall] = { info: theirs };
  await sendEvent('job', theirs);
  await waitFor(() => expect(city).toHaveValue('Golden'));
  const both = { ...theirs, title: 'Whitaker, both roofs' };
  answers['POST /api/jobs/update/nameAddress'] = { job: both };
  answers[jobCall] = { info: both };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('alertdialog');
  const was = { title: job.title, address: job.address, city: 'Golden', state: job.state, zip: '80401' };
  expect(lastRequestTo(fetch, '/api/jobs/update/nameAddress')).toEqual({
    ...was,
    title: 'Whitaker, both roofs',
    jobId: job.id,
    was,
  });
  expect(city).toHaveValue('Golden');
});

test('changes that another user saves at the same moment show in the form after a save', async () => {
  const { answers, user } = open(`/app/jobs/details/${job.id}?view=edit`);
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  await user.clear(title);
  await user.type(title, 'Whitaker, both roofs');
  const both = { ...job, title: 'Whitaker, both roofs', city: 'Golden' };
  answers['POST /api/jobs/update/nameAddress'] = { job: both };
  answers[jobCall] = { info: both };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^City/ })).toHaveValue('Golden'));
});

test('an untouched form shows what other users have saved', async () => {
  const { answers, emit: sendEvent } = open(`/app/jobs/details/${job.id}?view=edit`);
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  answers[jobCall] = { info: { ...job, title: 'Whitaker garage' } };
  await sendEvent('job', { ...job, title: 'Whitaker garage' });
  await waitFor(() => expect(title).toHaveValue('Whitaker garage'));
});

test('a job that another user deletes shows as deleted and leaves the list behind it', async () => {
  const { answers, emit: sendEvent } = open(`/app/jobs/details/${job.id}`);
  expect(await screen.findByText('Whitaker re-roof,Job 8')).toBeInTheDocument();
  answers['GET /api/jobs/myJobs/contractor'] = { jobs: [aJob(8)] };
  delete answers[jobCall];
  await sendEvent('job_deleted', { id: jobId(7) });
  expect(await screen.findByText('No details found for this job')).toBeInTheDocument();
  expect(screen.getByTestId('under')).toHaveTextContent(/^Job 8$/);
});
