import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { JobPage } from '@/features/jobs/page/JobPage';
import { useJobs } from '@/queries/jobs/jobs';
import { applyEvents } from '@/queries/live/applyEvents';
import { aJob, jobId } from '@/testing/aJob';
import { lastRequestTo, mockServer, renderIn, signedIn } from '@/testing/render';

const job = aJob(7, { title: 'Whitaker re-roof' });
const one = `GET /api/jobs/job/${job.id}`;

/** The list under the page. */
function Under() {
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
    [one]: { info: job },
  };
  const fetch = mockServer(answers);
  const screens = () => (
    <>
      <Under />
      <JobPage base="/app/jobs" />
    </>
  );
  const { user, queries } = renderIn(screens, { profile: signedIn(), at, path: '/app/jobs/details/:id' });
  const tell = (event: string, data: unknown) => act(async () => applyEvents(queries, [{ event, data }]));
  return { answers, fetch, user, tell };
}

test('what somebody types into a job stays when others change the job, and the rest follows', async () => {
  const { answers, user, tell } = open(`/app/jobs/details/${job.id}?view=edit`);
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  await user.clear(title);
  await user.type(title, 'Whitaker, both roofs');
  const theirs = { ...job, title: 'Whitaker garage', city: 'Golden', color: '#B72B12' };
  answers[one] = { info: theirs };
  await tell('job', theirs);
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('Whitaker garage'));
  expect(title).toHaveValue('Whitaker, both roofs');
});

test('who saves a title while somebody else moved the job to another city loses neither', async () => {
  const { answers, fetch, user, tell } = open(`/app/jobs/details/${job.id}?view=edit`);
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  const city = screen.getByRole('textbox', { name: /^City/ });
  await user.clear(title);
  await user.type(title, 'Whitaker, both roofs');
  const theirs = { ...job, city: 'Golden', zip: '80401' };
  answers[one] = { info: theirs };
  await tell('job', theirs);
  await waitFor(() => expect(city).toHaveValue('Golden'));
  const both = { ...theirs, title: 'Whitaker, both roofs' };
  answers['POST /api/jobs/update/nameAddress'] = { job: both };
  answers[one] = { info: both };
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

test('what others save in the very moment of a save stands in the form afterwards', async () => {
  const { answers, user } = open(`/app/jobs/details/${job.id}?view=edit`);
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  await user.clear(title);
  await user.type(title, 'Whitaker, both roofs');
  const both = { ...job, title: 'Whitaker, both roofs', city: 'Golden' };
  answers['POST /api/jobs/update/nameAddress'] = { job: both };
  answers[one] = { info: both };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^City/ })).toHaveValue('Golden'));
});

test('a form in which nothing was typed shows what others have saved', async () => {
  const { answers, tell } = open(`/app/jobs/details/${job.id}?view=edit`);
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  answers[one] = { info: { ...job, title: 'Whitaker garage' } };
  await tell('job', { ...job, title: 'Whitaker garage' });
  await waitFor(() => expect(title).toHaveValue('Whitaker garage'));
});

test('who reads a job that somebody deletes is told so, and the list behind it has it no longer', async () => {
  const { answers, tell } = open(`/app/jobs/details/${job.id}`);
  expect(await screen.findByText('Whitaker re-roof,Job 8')).toBeInTheDocument();
  answers['GET /api/jobs/myJobs/contractor'] = { jobs: [aJob(8)] };
  delete answers[one];
  await tell('job_deleted', { id: jobId(7) });
  expect(await screen.findByText('No details found for this job')).toBeInTheDocument();
  expect(screen.getByTestId('under')).toHaveTextContent(/^Job 8$/);
});
