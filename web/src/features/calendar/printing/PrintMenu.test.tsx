import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { renderIn, signedIn } from '@/testing/render';

import { AgendaChips } from '../agenda/AgendaChips';
import { noFilters, useCalendarView } from '../useCalendarView';
import { filterSummary } from './filterSummary';
import { PrintMenu } from './PrintMenu';
import { fileName, printCalendar } from './printing';

vi.mock('./printing', async (original) => ({
  ...(await original<typeof import('./printing')>()),
  printCalendar: vi.fn(),
}));

const path = '/app/calendar';

function Shown() {
  return (
    <>
      <PrintMenu className="" />
      <div data-print="calendar">June</div>
    </>
  );
}

test('the map cannot be printed, and a popup says which views can', async () => {
  const { user } = renderIn(() => <Shown />, { profile: signedIn(), at: `${path}?show=map`, path });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Can only print in job/appointment views.',
  );
  expect(printCalendar).not.toHaveBeenCalled();
});

test('the crews view can be printed like any other view', async () => {
  const { user } = renderIn(() => <Shown />, {
    profile: signedIn(),
    at: `${path}?show=crews&date=2026-06-11`,
    path,
  });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as PDF' }));
  await waitFor(() => expect(printCalendar).toHaveBeenCalledOnce());
  const [, { head }] = vi.mocked(printCalendar).mock.calls[0] ?? expect.fail('not printed');
  expect(head.title).toMatch(/^Jun 7\s–\s13, 2026$/);
  expect(head.under).toBe('Crews');
});

test('a phone prints the list of its week, with the week as title and not the month', async () => {
  const Phone = () => (
    <>
      <AgendaChips calendar={useCalendarView()} />
      <div data-print="list">Thursday</div>
    </>
  );
  const { user } = renderIn(() => <Phone />, { profile: signedIn(), at: `${path}?date=2026-06-11`, path });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as PDF' }));
  await waitFor(() => expect(printCalendar).toHaveBeenCalledOnce());
  const [shown, { head }] = vi.mocked(printCalendar).mock.calls[0] ?? expect.fail('not printed');
  expect(shown).toHaveTextContent('Thursday');
  expect(head.title).toMatch(/^Jun 7\s–\s13, 2026$/);
});

test('a PDF has the title and the filters of the screen, in Spanish for a Spanish user', async () => {
  setLanguage('spanish');
  const { user } = renderIn(() => <Shown />, {
    profile: signedIn({ language: 'spanish' }),
    at: `${path}?date=2026-06-11&status=active`,
    path,
  });
  await user.click(screen.getByRole('button', { name: 'Imprimir' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Guardar como PDF' }));
  await waitFor(() => expect(printCalendar).toHaveBeenCalledOnce());
  const [shown, { output, head }] = vi.mocked(printCalendar).mock.calls[0] ?? expect.fail('not printed');
  expect(shown).toHaveTextContent('June');
  expect(output).toBe('pdf');
  expect(head.title).toBe('Junio de 2026');
  expect(head.under).toBe('Trabajos, Activos');
});

test('a picture that the browser cannot draw shows an error, and the button works again', async () => {
  vi.mocked(printCalendar).mockRejectedValueOnce(new Error('no canvas'));
  const { user } = renderIn(() => <Shown />, { profile: signedIn(), at: path, path });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as PNG' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('We could not print the calendar.');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled());
});

test('a print lists its filters and hidden calendars', () => {
  const view = {
    ...noFilters,
    mode: 'jobs' as const,
    location: 'old hickory',
    from: '2026-06-01',
    to: '2026-06-30',
    hidden: ['one', 'two'],
  };
  expect(filterSummary(view)).toBe('Jobs, old hickory, 06/01/2026 – 06/30/2026, 2 calendars hidden');
});

test('files are named by date, so that they sort in a folder', () => {
  expect(fileName('2026-11-21', 'pdf')).toBe('2026-11-21-calendar.pdf');
  expect(fileName('2026-11-21', 'png')).toBe('2026-11-21-calendar.png');
});

test.each([
  ['Esc', async (user: UserEvent) => user.keyboard('{Escape}')],
  ['its button', async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Stop: Print' }))],
])('a drawing that takes too long can be stopped by %s, without an error', async (_, stop) => {
  const stopped = vi.fn();
  vi.mocked(printCalendar).mockImplementationOnce(
    (_shown, { signal }) =>
      new Promise((_done, reject) => {
        signal.addEventListener('abort', () => {
          stopped();
          reject(signal.reason);
        });
      }),
  );
  const { user } = renderIn(() => <Shown />, { profile: signedIn(), at: path, path });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as PDF' }));
  expect(await screen.findByText('Preparing the page')).toBeInTheDocument();
  await waitFor(() => expect(printCalendar).toHaveBeenCalled());
  await stop(user);
  expect(stopped).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Print' })).toBeVisible());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.queryByRole('menuitem')).toBeNull();
});
