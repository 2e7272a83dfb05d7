import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { anAppointment } from '@/testing/anAppointment';
import { renderIn, signedIn } from '@/testing/render';

import { PhoneAppointments } from '../agenda/PhoneAppointments';
import { useCalendarView } from '../useCalendarView';

const path = '/app/calendar';
const meeting = anAppointment(1);
const over = anAppointment(2, {
  status: 'complete',
  start: '2026-06-16T16:00:00Z',
  end: '2026-06-16T17:00:00Z',
  customerFirstName: 'Gina',
  customerLastName: 'Marchetti',
});

function server() {
  const fetch = vi.fn(async (address: string, init: RequestInit = {}) => {
    if (init.method === 'PUT') return Response.json({ appointment: meeting });
    return Response.json(
      address.includes('customers') ? { customers: [] } : { appointments: [meeting, over] },
    );
  });
  vi.stubGlobal('fetch', fetch);
  return () =>
    fetch.mock.calls
      .filter(([, init]) => init?.method === 'PUT')
      .map(([address, init]) => [address, JSON.parse(init?.body as string)]);
}

const Phone = () => <PhoneAppointments calendar={useCalendarView()} />;

const show = (user = {}) =>
  renderIn(() => <Phone />, {
    profile: signedIn(user, { timeZone: 'America/Chicago' }),
    at: `${path}?show=appointments&date=2026-06-16`,
    path,
  });

/** The element under the finger. */
let under: Element | null = null;

beforeEach(() => {
  under = null;
  document.elementFromPoint = () => under;
});

const finger = { pointerType: 'touch', button: 0, isPrimary: true };

async function lift(name: RegExp) {
  const card = await screen.findByRole('button', { name });
  fireEvent.pointerDown(card, { ...finger, clientX: 100, clientY: 400 });
}

test('a meeting dragged by a long press moves to another day at the same time, and shows the new date', async () => {
  const put = server();
  show();
  await lift(/Hannah Whitaker/);
  expect(await screen.findByText('Drop it on another day')).toBeInTheDocument();
  under = screen.getByRole('button', { name: /Friday, June 19/ });
  fireEvent.pointerMove(window, { ...finger, clientX: 300, clientY: 90 });
  expect(await screen.findByText(/^Fri Jun 19, 9:30\s–\s10:00\sAM$/)).toBeInTheDocument();
  expect(under).toHaveAttribute('data-over');
  fireEvent.pointerUp(window, { ...finger, clientX: 300, clientY: 90 });
  await waitFor(() =>
    expect(put()).toEqual([
      [
        `/api/appointments/schedule/${meeting.id}`,
        { start: '2026-06-19T14:30:00Z', end: '2026-06-19T15:00:00Z' },
      ],
    ]),
  );
});

test('Escape leaves a meeting where it was', async () => {
  const put = server();
  show();
  await lift(/Hannah Whitaker/);
  await screen.findByText('Drop it on another day');
  under = screen.getByRole('button', { name: /Friday, June 19/ });
  fireEvent.pointerMove(window, { ...finger, clientX: 300, clientY: 90 });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.pointerUp(window, { ...finger, clientX: 300, clientY: 90 });
  await waitFor(() => expect(screen.queryByText('Drop it on another day')).toBe(null));
  expect(put()).toEqual([]);
});

test('a completed meeting is not lifted, and the long press shows why', async () => {
  const put = server();
  show();
  await lift(/Gina Marchetti/);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'You may not reschedule events which are marked as complete.',
  );
  expect(put()).toEqual([]);
});

test('a member who long-presses a meeting reads that only admins can move it', async () => {
  const put = server();
  show({ userType: 'member' });
  await lift(/Hannah Whitaker/);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('You must be an admin');
  expect(put()).toEqual([]);
});
