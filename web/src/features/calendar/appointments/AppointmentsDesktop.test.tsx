import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anAppointment } from '@/testing/anAppointment';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { completedColor } from '@/wasm/rules';

import { useCalendarView } from '../useCalendarView';
import { AppointmentsDesktop } from './AppointmentsDesktop';

const path = '/app/calendar';
const short = anAppointment(1);
const long = anAppointment(2, {
  start: '2026-06-17T15:00:00Z',
  end: '2026-06-17T16:30:00Z',
  customerFirstName: 'Kenji',
  customerLastName: 'Nakamura',
  status: 'complete',
});

const Shown = () => <AppointmentsDesktop calendar={useCalendarView()} />;
const profile = (user = {}) => signedIn(user, { timeZone: 'America/Chicago' });

const show = (user = {}) =>
  renderIn(() => <Shown />, {
    profile: profile(user),
    at: `${path}?show=appointments&date=2026-06-16`,
    path,
  });

test('the week shows each appointment at its time on the company clock, with a text for screen readers', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  mockServer({ 'GET /api/appointments/company': { appointments: [short, long] } });
  show();
  expect(
    await screen.findByRole('button', {
      name: /Hannah Whitaker, Tue Jun 16, 9:30\s–\s10:00\sAM, Renee Okafor/,
    }),
  ).toBeInTheDocument();
  expect(
    screen.getByRole('button', { name: /Kenji Nakamura, Wed Jun 17, 10:00\s–\s11:30\sAM.*completed/ }),
  ).toBeInTheDocument();
  vi.unstubAllEnvs();
});

test('a completed meeting is gray in the grid whatever its color, so that no employee drives there again', async () => {
  mockServer({ 'GET /api/appointments/company': { appointments: [short, long] } });
  show();
  const colorOf = async (name: RegExp) => {
    const box = (await screen.findByRole('button', { name })) as HTMLElement;
    return getComputedStyle(box).getPropertyValue('--fc-event-color');
  };
  expect(await colorOf(/Kenji Nakamura/)).toBe(completedColor().light);
  expect(await colorOf(/Hannah Whitaker/)).toBe(short.color);
});

test('an appointment opens its options over the same week', async () => {
  mockServer({ 'GET /api/appointments/company': { appointments: [short] } });
  const { user, router } = show();
  await user.click(await screen.findByRole('button', { name: /Hannah Whitaker/ }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/app/calendar/appointment_options/${short.id}`),
  );
});

test('an empty week says so, and shows how to create an appointment to users who may', async () => {
  mockServer({ 'GET /api/appointments/company': { appointments: [] } });
  show();
  expect(await screen.findByText(/No appointments on these days. Click an hour/)).toBeVisible();
});

test('a member reads that the week is empty, without a hint to click where nothing happens', async () => {
  mockServer({ 'GET /api/appointments/company': { appointments: [] } });
  show({ userType: 'member' });
  expect(await screen.findByText(/No appointments on these days/)).not.toHaveTextContent('Click an hour');
});

test('a list that cannot be fetched shows an error instead of a free week', async () => {
  mockServer({ 'GET /api/appointments/company': refusal(403, 'forbidden', 'Unauthorized') });
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Unauthorized');
  expect(screen.queryByText(/No appointments on these days/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
