import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { anAppointment } from '@/testing/anAppointment';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { savedFiles } from '@/testing/savedFiles';

import { PrintMenu } from '../printing/PrintMenu';

const path = '/app/calendar';
const open = anAppointment(1);
const done = anAppointment(2, {
  start: '2026-06-17T15:00:00Z',
  end: '2026-06-17T16:30:00Z',
  customerFirstName: 'Kenji',
  customerLastName: 'Nakamura',
  status: 'complete',
});
const later = anAppointment(3, { start: '2026-07-17T15:00:00Z', end: '2026-07-17T16:30:00Z' });

const show = (query = '') =>
  renderIn(() => <PrintMenu className="" />, {
    profile: signedIn({}, { timeZone: 'America/Chicago' }),
    at: `${path}?show=appointments&date=2026-06-16${query}`,
    path,
  });

afterEach(() => vi.restoreAllMocks());

async function saved(query = ''): Promise<string[]> {
  mockServer({ 'GET /api/appointments/company': { appointments: [later, done, open] } });
  const files = savedFiles();
  const { user } = show(query);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  const item = await screen.findByRole('menuitem', { name: /^Download CSV/ });
  await vi.waitFor(() => expect(item).toBeEnabled());
  await user.click(item);
  const [[name, file] = []] = [...files];
  expect(name).toMatch(/^appointments-\d{4}-\d\d-\d\d\.csv$/);
  cleanup();
  return ((await file?.text()) ?? '').trim().split('\n').slice(1);
}

test('the appointments of the shown days are saved with the times of the company clock', async () => {
  const lines = await saved();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^2026-06-16 09:30,2026-06-16 10:00,Hannah Whitaker,Renee Okafor,.*,Active$/);
  expect(lines[1]).toMatch(/^2026-06-17 10:00,2026-06-17 11:30,Kenji Nakamura,.*,Complete/);
});

test('what a filter hides is not in the file', async () => {
  const lines = await saved('&status=completed');
  expect(lines.map((line) => line.split(',')[2])).toEqual(['Kenji Nakamura']);
});
