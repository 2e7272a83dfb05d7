import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAppointment } from '@/testing/anAppointment';
import { lastRequestTo, mockServer, renderIn, signedIn } from '@/testing/render';
import { AppointmentSeriesRows } from './AppointmentSeriesRows';

const meeting = anAppointment(1, { start: '2026-03-02T15:00:00Z', end: '2026-03-02T15:30:00Z' });
const later = ['2026-09-02T14:00:00Z', '2027-03-02T15:00:00Z', '2027-09-02T14:00:00Z'].map((start, at) =>
  anAppointment(at + 2, { start }),
);
const of = `GET /api/appointment_series/${meeting.id}`;
const series = { id: 'a', unit: 'week', interval: 1, position: 1, count: 3, following: 2 };
const [created, changed, stopped] = ['create', 'change', 'stop'].map(
  (call) => `/api/appointment_series/${call}`,
) as [string, string, string];

const show = (user = {}) =>
  renderIn(() => <AppointmentSeriesRows appointment={meeting} under="Hannah Whitaker" row="row" />, {
    profile: signedIn(user, { timeZone: 'America/Chicago' }),
  });

test('an appointment repeats on any day of the week, and the days show before they are made', async () => {
  const fetch = mockServer({
    [of]: { series: null },
    [`POST ${created}`]: { series, appointments: later },
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Repeat…' }));
  const panel = await screen.findByRole('dialog', { name: 'Repeat this appointment' });
  const region = await within(panel).findByRole('region', { name: 'The days' });
  const days = within(region).getAllByRole('listitem');
  expect(days.map(({ textContent }) => textContent)).toEqual([
    'Mon, Mar 2, 2026',
    'Wed, Sep 2, 2026',
    'Tue, Mar 2, 2027',
    'Thu, Sep 2, 2027',
  ]);
  await user.click(within(panel).getByRole('button', { name: 'Make 3 appointments' }));
  expect(await screen.findByText('3 appointments were made.')).toBeVisible();
  expect(lastRequestTo(fetch, created)).toEqual({
    appointmentId: meeting.id,
    unit: 'month',
    interval: 6,
    times: 4,
  });
});

test('this appointment and those behind it move to another time of the company, and nothing else is sent', async () => {
  const fetch = mockServer({ [of]: { series }, [`POST ${changed}`]: { appointments: [meeting], kept: [] } });
  const { user } = show();
  expect(await screen.findByText('Repeats: Every week · 1 of 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change this and following…' }));
  const panel = await screen.findByRole('dialog', { name: 'Change this appointment and those that follow' });
  const date = within(panel).getByRole('textbox', { name: /Date/ });
  await user.clear(date);
  await user.type(date, '03/10/2026');
  await user.click(within(panel).getByRole('button', { name: /^Change \d appointments?$/ }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, changed)).toEqual({
      appointmentId: meeting.id,
      start: '2026-03-10T14:00:00Z',
    }),
  );
});

test('the appointments behind one are deleted only after a question', async () => {
  const fetch = mockServer({ [of]: { series }, [`POST ${stopped}`]: { deleted: ['b', 'c'], kept: [] } });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Stop repeating' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('The 2 appointments that follow this one will be deleted.');
  expect(lastRequestTo(fetch, stopped)).toBeNull();
  await user.click(within(question).getByRole('button', { name: 'Stop repeating' }));
  expect(await screen.findByText('2 appointments were deleted.')).toBeVisible();
});
