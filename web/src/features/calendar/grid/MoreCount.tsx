import { useLayoutEffect, useRef, useState } from 'react';
import { m } from '@/i18n';

interface MoreCountProps {
  /** How many the grid knows of and does not show. */
  shown: number;
  /** For each day how many were kept from the grid. */
  left: ReadonlyMap<string, number>;
}

/** '+12 more'. The grid does not say on which day it asks, so this looks where it stands. */
export function MoreCount({ shown, left }: MoreCountProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [day, setDay] = useState('');
  useLayoutEffect(() => {
    setDay(place.current?.closest<HTMLElement>('[data-date]')?.dataset.date ?? '');
  }, []);
  return <span ref={place}>{m.calendar_more({ count: shown + (left.get(day) ?? 0) })}</span>;
}
