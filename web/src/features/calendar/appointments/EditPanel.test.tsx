import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCustomer } from '@/testing/anAppointment';
import { aUser, lastRequestTo, mockServer, refusal } from '@/testing/render';
import { checkAppointmentDetails } from '@/wasm/rules';

import { answers, changed, list, meeting, show } from './testing';

/** Opens the form over the options and changes the note. */
async function editNote() {
  const shown = show();
  const { user } = shown;
  await user.click(await screen.findByRole('button', { name: 'Edit details' }));
  const panel = await screen.findByRole('dialog', { name: 'Edit appointment' });
  const note = within(panel).getByRole('textbox', { name: 'Note' });
  await user.clear(note);
  await user.type(note, 'Gate code 4417');
  return { ...shown, panel, note };
}

test('customer, employee, place and note are edited over the options, and nothing else changes', async () => {
  const edited = { ...meeting, note: 'Gate code 4417' };
  const fetch = mockServer(
    answers({ [`PUT /api/appointments/details/${meeting.id}`]: { appointment: edited } }),
  );
  const { user, panel } = await editNote();
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Edit appointment' })).not.toBeInTheDocument(),
  );
  const unchanged = {
    customerId: aCustomer.id,
    assignedToId: aUser.id,
    address: '1904 Depew St',
    city: 'Lakewood',
    state: 'CO',
    zip: '80214',
  };
  expect(changed(fetch)).toEqual([
    [
      `PUT /api/appointments/details/${meeting.id}`,
      { ...unchanged, note: 'Gate code 4417', was: { ...unchanged, note: meeting.note ?? '' } },
    ],
  ]);
});

test('an edited note shows before the server responds, and is reverted with an error when the request fails', async () => {
  const fetch = mockServer(answers());
  let answer: (response: Response) => void = () => {};
  const respond = fetch.getMockImplementation();
  fetch.mockImplementation((to, init) =>
    init?.method === 'PUT'
      ? new Promise((done) => {
          answer = done;
        })
      : (respond as NonNullable<typeof respond>)(to, init),
  );
  const { user, panel, note } = await editNote();
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  const options = screen.getByRole('dialog', { name: 'Hannah Whitaker', hidden: true });
  await waitFor(() => expect(options).toHaveTextContent('Gate code 4417'));
  answer(refusal(500, 'internal', 'inside'));
  expect(await screen.findByText('There was an issue updating your appointment.')).toBeVisible();
  expect(options).toHaveTextContent('Bring the samples');
  expect(note).toHaveValue('Gate code 4417');
});

test('changes by another user during editing are not overwritten', async () => {
  const otherVersion = { ...meeting, city: 'Golden', zip: '80401' };
  const put = `PUT /api/appointments/details/${meeting.id}`;
  const responses = answers({ [put]: { appointment: { ...otherVersion, note: 'Gate code 4417' } } });
  const fetch = mockServer(responses);
  const { user, panel, note, queries } = await editNote();
  responses[list] = { appointments: [otherVersion] };
  await act(() => queries.refetchQueries({ queryKey: ['appointments'] }));
  await waitFor(() => expect(within(panel).getByRole('textbox', { name: 'City' })).toHaveValue('Golden'));
  expect(note).toHaveValue('Gate code 4417');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changed(fetch)).toHaveLength(1));
  expect(lastRequestTo(fetch, `/api/appointments/details/${meeting.id}`)).toMatchObject({
    city: 'Golden',
    note: 'Gate code 4417',
    was: { city: 'Golden', note: 'Bring the samples' },
  });
});

test('an appointment is never saved without its customer and employee', () => {
  const blank = { customerId: '', assignedToId: '', address: '', city: '', state: '', zip: '', note: '' };
  expect(checkAppointmentDetails(blank, 'english').map(({ field, code }) => [field, code])).toEqual([
    ['customerId', 'required'],
    ['assignedToId', 'required'],
  ]);
  const whole = { ...blank, customerId: aCustomer.id, assignedToId: aUser.id };
  expect(checkAppointmentDetails(whole, 'english')).toEqual([]);
});
