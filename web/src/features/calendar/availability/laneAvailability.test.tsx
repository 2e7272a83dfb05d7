import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { crews, ofCrew, showLanes } from '../crewLanes/testing';

const [crewA] = crews as [(typeof crews)[0]];
const tearOff = ofCrew(1, crewA, {
  title: 'Nguyen tear-off',
  startDate: '2026-06-12',
  endDate: '2026-06-12',
});

const shared = ['07', '08', '09', '10', '11', '12', '13'].map((day) => ({
  day: `2026-06-${day}`,
  state: day === '12' ? 'off' : 'free',
}));

const planning = {
  'GET /api/company/workdays': {
    workdays: {
      weekdays: [1, 2, 3, 4, 5],
      holidays: [{ day: '2026-06-10', name: 'Founders Day' }],
      hours: null,
    },
  },
  'GET /api/company/capacity': { capacity: { crews: 2, sharing: 'none' } },
  'GET /api/company/daysOff': { daysOff: [] },
  'GET /api/availability?from=2026-05-31&to=2026-06-27&connections=k1': {
    companies: [{ companyId: 'p1', days: shared }],
  },
};

afterEach(() => vi.restoreAllMocks());

test('an office that moves a job by keyboard sees and hears that the chosen company is away', async () => {
  const { user, fetch } = showLanes([tearOff], planning);
  const bar = await screen.findByRole('button', { name: /^Nguyen tear-off/ });
  await waitFor(() => expect(fetch.mock.calls.some(([path]) => path.includes('availability'))).toBe(true));
  bar.focus();
  await user.keyboard('{ArrowUp}');
  expect(
    await screen.findByText(/^Ríos Brothers does not work on Fri Jun 12\. Ríos Brothers\. Press Enter/),
  ).toBeInTheDocument();
  const rios = within(await screen.findByRole('region', { name: 'Ríos Brothers' }));
  expect(rios.getAllByText('Free')).toHaveLength(6);
  expect(rios.getByText('Off')).toBeInTheDocument();
  const own = within(await screen.findByRole('region', { name: 'Crew A' }));
  expect(own.getAllByText('Free'), 'the job itself takes no room').toHaveLength(4);
  expect(own.getAllByText('Off'), 'the weekend and the holiday').toHaveLength(3);
  await user.keyboard('{Escape}');
  expect(rios.queryByText('Off')).toBeNull();
});

test('a holiday is named above its column', async () => {
  showLanes([tearOff], planning);
  expect(await screen.findByRole('button', { name: /Wed Jun 10, Founders Day/ })).toBeVisible();
});
