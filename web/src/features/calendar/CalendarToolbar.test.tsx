import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn, signedIn } from '@/testing/show';

import { CalendarToolbar } from './CalendarToolbar';
import { useCalendarView } from './useCalendarView';

const path = '/app/calendar';

function Bar() {
  return <CalendarToolbar calendar={useCalendarView()} />;
}

test.each(['', '&show=appointments'])('month, week and day are one press away (%s)', async (look) => {
  const { user, router } = showIn(() => <Bar />, {
    profile: signedIn(),
    at: `${path}?date=2026-06-11${look}`,
    path,
  });
  for (const [name, word] of [
    ['Day', 'day'],
    ['Week', 'week'],
    ['Month', 'month'],
  ] as const) {
    await user.click(screen.getByRole('radio', { name }));
    expect(screen.getByRole('radio', { name })).toBeChecked();
    // The usual view of each is not said in the address.
    const usual = look === '' ? 'month' : 'week';
    expect(new URLSearchParams(router.state.location.search).get('grid') ?? usual).toBe(word);
  }
});
