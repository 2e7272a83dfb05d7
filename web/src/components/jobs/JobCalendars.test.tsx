import type { Job } from '@bindings';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useJob } from '@/queries/jobs/jobs';
import { aJob, jobId } from '@/testing/aJob';
import { aCompany, lastRequest, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { JobCalendars } from './JobCalendars';

const repairs = { id: jobId(90), title: 'Repairs', companyId: aCompany.id };
const spring = { id: jobId(91), title: 'Spring', companyId: aCompany.id };
const job = aJob(7, { calendarAssignments: [{ jobId: jobId(7), calendarId: spring.id }] });
const on = { jobId: job.id, calendarId: repairs.id };
const calendarsCall = `GET /api/calendar/calendars/${aCompany.id}`;
const responses = {
  [calendarsCall]: { calendars: [repairs, spring] },
  [`GET /api/jobs/job/${job.id}`]: { info: job },
};

function Shown() {
  const { job: shown } = useJob(job.id);
  return shown === undefined ? null : <JobCalendars job={shown as Job} />;
}

const box = (name: string) => screen.findByRole('checkbox', { name });

test('a tap adds the job to a calendar, and its calendars are checked', async () => {
  const fetch = mockServer({ ...responses, 'POST /api/calendar/assign': { assignment: [on] } });
  const { user } = renderIn(() => <Shown />, { profile: signedIn() });
  expect(await box('Spring')).toBeChecked();
  await user.click(await box('Repairs'));
  expect(await box('Repairs')).toBeChecked();
  await waitFor(() => expect(lastRequest(fetch)).toEqual(on));
});

test('a calendar that the server refuses is not checked, and an error shows', async () => {
  mockServer({ ...responses, 'POST /api/calendar/assign': refusal(500, 'internal', 'inside') });
  const { user } = renderIn(() => <Shown />, { profile: signedIn() });
  await user.click(await box('Repairs'));
  expect(await screen.findByRole('alertdialog', { name: 'Oops...' })).toHaveTextContent(
    'There was an issue updating this job.',
  );
  expect(screen.getByRole('checkbox', { name: 'Repairs', hidden: true })).not.toBeChecked();
});

test('a new calendar can be created here, and the job is added to it', async () => {
  const fetch = mockServer({
    ...responses,
    [calendarsCall]: { calendars: [] },
    'POST /api/calendar/new': { calendar: repairs },
    'POST /api/calendar/assign': { assignment: [on] },
  });
  const { user } = renderIn(() => <Shown />, { profile: signedIn() });
  expect(await screen.findByText('No calendars yet')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'New calendar' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByLabelText('Title of the calendar')).toHaveAccessibleDescription('Must provide a title');
  await user.type(screen.getByLabelText('Title of the calendar'), 'Repairs{Enter}');
  await waitFor(() => expect(lastRequest(fetch)).toEqual(on));
});

test('a member sees the calendars of the job and why they cannot be changed', async () => {
  mockServer(responses);
  renderIn(() => <Shown />, { profile: signedIn({ userType: 'member' }) });
  expect(await box('Spring')).toBeDisabled();
  expect(screen.getByText('Only admin accounts can perform this action')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New calendar' })).not.toBeInTheDocument();
});
