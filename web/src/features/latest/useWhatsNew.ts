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
    // The same.
  }
}

/**
 * Whether to show the banner: once per calendar day of this device, from the first page until it is dismissed or
 * read, or the app is opened again. An app that stays open shows it again on the next day.
 */
export function useWhatsNew() {
  const { pathname } = useLocation();
  // Every change of page draws this anew, so a new day is noticed without a clock.
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
