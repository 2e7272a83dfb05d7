import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderIn, signedIn } from '@/testing/render';

import { CalendarToolbar } from './CalendarToolbar';
import { useCalendarView } from './useCalendarView';

const path = '/app/calendar';

function Bar() {
  return <CalendarToolbar calendar={useCalendarView()} />;
}

test.each(['', '&show=appointments'])('month, week and day are one press away (%s)', async (mode) => {
  const { user, router } = renderIn(() => <Bar />, {
    profile: signedIn(),
    at: `${path}?date=2026-06-11${mode}`,
    path,
  });
  for (const [name, word] of [
    ['Day', 'day'],
    ['Week', 'week'],
    ['Month', 'month'],
  ] as const) {
    await user.click(screen.getByRole('radio', { name }));
    expect(screen.getByRole('radio', { name })).toBeChecked();
    // The default view of a mode is not in the URL.
    const usual = mode === '' ? 'month' : 'week';
    expect(new URLSearchParams(router.state.location.search).get('grid') ?? usual).toBe(word);
  }
});
