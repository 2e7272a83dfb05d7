import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { useCalendarView } from '../useCalendarView';
import { Agenda } from './Agenda';

const path = '/app/calendar';
/** From a Thursday to the next Monday, in two weeks of the phone. */
const visit = aJob(2, { title: 'Whitaker re-roof', startDate: '2026-06-04', endDate: '2026-06-08' });
const Phone = () => <Agenda calendar={useCalendarView()} />;

test('a crew sees on the weekend of a visit that nobody works, and counts its working days', async () => {
  mockServer({
    'GET /api/jobs/myJobs/contractor?from=2026-05-31&to=2026-06-06': { jobs: [visit] },
    'GET /api/company/workdays': { workdays: { weekdays: [1, 2, 3, 4, 5], holidays: [], hours: null } },
    'GET /api/company/daysOff': { daysOff: [] },
  });
  renderIn(() => <Phone />, { profile: signedIn(), at: `${path}?date=2026-06-04`, path });
  const cards = await screen.findAllByRole('button', { name: /^Whitaker re-roof/ });
  const onDay = (day: string) => {
    const found = cards.find((card) => card.dataset.day === day);
    if (found === undefined) throw new Error(`no card on ${day}`);
    return within(found);
  };
  expect(await onDay('2026-06-05').findByText('day 2 of 3')).toBeVisible();
  expect(onDay('2026-06-04').getByText('day 1 of 3')).toBeVisible();
  expect(onDay('2026-06-06').getByText('Not a working day')).toBeVisible();
});
