import { useEffect, useState } from 'react';
import { dayOf } from '@/ui/dates/dates';

const two = (number: number) => String(number).padStart(2, '0');

function localNow(): string {
  const now = new Date();
  return `${dayOf(now)}T${two(now.getHours())}:${two(now.getMinutes())}:00`;
}

/** The local time as `YYYY-MM-DDTHH:MM:00`, updated while the page is open. */
export function useNow(): string {
  const [now, setNow] = useState(localNow);
  useEffect(() => {
    const clock = setInterval(() => setNow(localNow), 20_000);
    return () => clearInterval(clock);
  }, []);
  return now;
}
