import { useEffect, useState } from 'react';
import { companyNow } from '@/ui/dates/companyDay';

/** The company's time as `YYYY-MM-DDTHH:MM:00`, updated while the page is open. */
export function useNow(): string {
  const [now, setNow] = useState(() => companyNow());
  useEffect(() => {
    const clock = setInterval(() => setNow(companyNow()), 20_000);
    return () => clearInterval(clock);
  }, []);
  return now;
}
