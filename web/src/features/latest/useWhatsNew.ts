import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { dayOf } from '@/ui/days';

import { latest } from './latestTabs';

const kept = 'ridgeline.whatsNew';

function lastShown(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    // A browser that keeps nothing shows the banner again after a reload.
    return null;
  }
}

function remember(day: string): void {
  try {
    localStorage.setItem(kept, day);
  } catch {
    // The same.
  }
}

/**
 * Is it time to say what is new? Once per calendar day of this device: from the first page of the day until it is
 * dismissed or read, or the app is opened anew. An app that stays open says it again on the next day.
 */
export function useWhatsNew() {
  const { pathname } = useLocation();
  // Every change of page draws this anew, so a new day is noticed without a clock.
  const today = dayOf();
  const [before] = useState(lastShown);
  const [closedOn, setClosedOn] = useState<string | null>(null);
  const reading = pathname === latest;
  const closed = reading || closedOn === today;
  if (reading && closedOn !== today) setClosedOn(today);
  const shown = before !== today && !closed;

  useEffect(() => {
    if (before !== today) remember(today);
  }, [before, today]);

  return { shown, dismiss: () => setClosedOn(today) };
}
