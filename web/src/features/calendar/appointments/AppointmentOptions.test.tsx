import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLanguage } from '@/i18n';
import { appointmentId } from '@/testing/anAppointment';
import { mockServer, refusal } from '@/testing/render';

import { answers, changed, dialog, inChicago, list, meeting, show } from './testing';

test('the options show with whom, when on the company clock, where and the note', async () => {
  mockServer(answers());
  show();
  const options = await dialog();
  expect(options).toHaveTextContent('Tue Jun 16, 9:30 – 10:00 AM');
  expect(options).toHaveTextContent('Assigned to Renee Okafor');
  expect(options).toHaveTextContent('1904 Depew St, Lakewood, CO 80214');
  expect(options).toHaveTextContent('Bring the samples');
  expect(await within(options).findByRole('link', { name: /Call/ })).toHaveAttribute(
    'href',
    'tel:629-555-0184',
  );
  expect(within(options).getByRole('link', { name: 'Route' })).toHaveAttribute(
    'href',
    expect.stringContaining('1904%20Depew'),
  );
});

test('completing first asks how it went, and sends the note', async () => {
  const done = { ...meeting, status: 'complete', followUpNote: 'Signed' };
  const responses = answers({ [`PUT /api/appointments/complete/${meeting.id}`]: { appointment: done } });
  const fetch = mockServer(responses);
  const { user, router } = show();
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  await user.type(screen.getByRole('textbox', { name: 'Follow-up note' }), 'Signed');
  await user.click(screen.getByRole('button', { name: 'Complete appointment' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/calendar'));
  expect(await screen.findByText("We've updated your appointment.")).toBeVisible();
  const { start, end } = meeting;
  expect(changed(fetch)).toEqual([
    [`PUT /api/appointments/complete/${meeting.id}`, { followUpNote: 'Signed', was: { start, end } }],
  ]);
});

test('a started follow-up note is not lost by an accidental press', async () => {
  mockServer(answers());
  const { user, router } = show();
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  await user.type(screen.getByRole('textbox', { name: 'Follow-up note' }), 'Wants a second color');
  const options = await dialog();
  await user.click(within(options).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('textbox', { name: 'Follow-up note' })).toHaveValue('Wants a second color');
  expect(router.state.location.pathname).toContain(meeting.id);
});

test('the outcome of an appointment that was moved meanwhile is in the form again after the refusal', async () => {
  const moved = refusal(409, 'changed', 'This appointment was moved.');
  mockServer(answers({ [`PUT /api/appointments/complete/${meeting.id}`]: moved }));
  const { user, router } = show();
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  await user.type(screen.getByRole('textbox', { name: 'Follow-up note' }), 'Wants a second color');
  await user.click(screen.getByRole('button', { name: 'Complete appointment' }));
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await act(() => router.navigate(-1));
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Follow-up note' })).toHaveValue('Wants a second color'),
  );
});

test('a completed appointment shows its status and outcome, and can no longer be moved or edited', async () => {
  const done = { ...meeting, status: 'complete' as const, followUpNote: 'Signed the estimate' };
  mockServer(answers({ [list]: { appointments: [done] } }));
  show();
  expect(await screen.findByRole('button', { name: 'completed' })).toBeDisabled();
  expect(screen.getByText('Signed the estimate')).toBeVisible();
  const why = 'You may not reschedule events which are marked as complete.';
  expect(screen.getAllByText(why)[0]).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Date' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Edit details' })).toHaveAccessibleDescription(why);
});

test('an appointment can be moved without a mouse, in the time of the company', async () => {
  const responses = answers({ [`PUT /api/appointments/schedule/${meeting.id}`]: { appointment: meeting } });
  const fetch = mockServer(responses);
  const { user, router } = show();
  const start = await screen.findByLabelText(/Start time/);
  expect(start).toHaveValue('09:30');
  fireEvent.change(start, { target: { value: '13:15' } });
  const length = screen.getByRole('textbox', { name: 'Length' });
  await user.clear(length);
  await user.type(length, '45');
  expect(await screen.findByText('Ends Tuesday 06/16/2026 at 2:00 PM')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/calendar'));
  await waitFor(() =>
    expect(changed(fetch)).toEqual([
      [
        `PUT /api/appointments/schedule/${meeting.id}`,
        { start: '2026-06-16T18:15:00Z', end: '2026-06-16T19:00:00Z' },
      ],
    ]),
  );
});

test('a length that is too short is refused at its field, and nothing is sent', async () => {
  const fetch = mockServer(answers());
  const { user } = show();
  const length = await screen.findByRole('textbox', { name: 'Length' });
  await user.clear(length);
  await user.type(length, '3');
  await user.click(screen.getByRole('button', { name: 'Move' }));
  expect(length).toBeInvalid();
  expect(changed(fetch)).toEqual([]);
});

test('deleting first asks and names the appointment, then removes it at once', async () => {
  const fetch = mockServer(
    answers({ [`DELETE /api/appointments/delete/${meeting.id}`]: { id: meeting.id } }),
  );
  const { user, router } = show();
  await user.click(await screen.findByRole('button', { name: 'Delete appointment' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('The appointment with Hannah Whitaker on Tue Jun 16');
  expect(changed(fetch)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Yes, delete it' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/calendar'));
  expect(await screen.findByText("We've deleted this appointment.")).toBeVisible();
  expect(screen.queryByText('No details found for this appointment')).not.toBeInTheDocument();
});

test('a color and a calendar show at once, and a refusal restores the previous ones', async () => {
  const responses = answers({
    [`PUT /api/appointments/color/${meeting.id}`]: refusal(500, 'internal', 'inside'),
    'POST /api/appointments/assignToCalendar': {
      assignment: [{ appointmentId: meeting.id, calendarId: 'c1' }],
    },
  });
  const fetch = mockServer(responses);
  const { user } = show();
  const cedar = await screen.findByRole('button', { name: 'Cedar' });
  await user.click(cedar);
  const popup = await screen.findByRole('alertdialog');
  expect(popup).toHaveTextContent('There was an issue updating your appointment.');
  await user.click(within(popup).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(cedar).toHaveAttribute('aria-pressed', 'false'));

  await user.click(screen.getByRole('button', { name: /Add to calendar/ }));
  await user.click(await screen.findByRole('checkbox', { name: 'Residential' }));
  await waitFor(() =>
    expect(changed(fetch).at(-1)).toEqual([
      'POST /api/appointments/assignToCalendar',
      { appointmentId: meeting.id, calendarId: 'c1' },
    ]),
  );
});

test('a member can read everything, change nothing, and reads why', async () => {
  const fetch = mockServer(answers());
  const { user } = show(inChicago({ userType: 'member' }));
  const why = 'You must be an admin to perform this action';
  const complete = await screen.findByRole('button', { name: 'Complete' });
  expect(complete).toHaveAccessibleDescription(why);
  await user.click(complete);
  expect(screen.queryByRole('textbox', { name: 'Follow-up note' })).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Date' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Cedar' })).toBeDisabled();
  for (const name of ['Edit details', 'Delete appointment'])
    expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(why);
  expect(changed(fetch)).toEqual([]);
});

test('an appointment that does not exist leads back to the calendar and says so, in Spanish too', async () => {
  mockServer(answers());
  setLanguage('spanish');
  const address = `/app/calendar/appointment_options/${appointmentId(9)}?show=appointments`;
  const { router } = show(inChicago({ language: 'spanish' }), address);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('No se encontraron detalles de esta cita');
  expect(router.state.location.pathname).toBe('/app/calendar');
  expect(router.state.location.search).toBe('?show=appointments');
});
