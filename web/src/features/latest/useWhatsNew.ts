import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { dayOf } from '@/ui/dates/dates';

import { latestPath } from './latestTabs';

const storageKey = 'ridgeline.whatsNew';

function lastShown(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Without storage the banner is shown again after a reload.
    return null;
  }
}

function remember(day: string): void {
  try {
    localStorage.setItem(storageKey, day);
  } catch {
    // As above.
  }
}

/**
 * Whether to show the banner: once per calendar day of this device, from the first page until the user dismisses or
 * reads it, or opens the app again. An app that stays open shows it again on the next day.
 */
export function useWhatsNew() {
  const { pathname } = useLocation();
  // Every navigation renders this again, so a new day is noticed without a timer.
  const today = dayOf();
  const [before] = useState(lastShown);
  const [closedOn, setClosedOn] = useState<string | null>(null);
  const reading = pathname === latestPath;
  const closed = reading || closedOn === today;
  if (reading && closedOn !== today) setClosedOn(today);
  const shown = before !== today && !closed;

  useEffect(() => {
    if (before !== today) remember(today);
  }, [before, today]);

  return { shown, dismiss: () => setClosedOn(today) };
}
