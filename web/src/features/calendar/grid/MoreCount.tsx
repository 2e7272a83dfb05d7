import { useLayoutEffect, useRef, useState } from 'react';
import { m } from '@/i18n';

interface MoreCountProps {
  /** The number of jobs that the grid has but does not show. */
  shown: number;
  /** The number of jobs per day that the grid was not given. */
  left: ReadonlyMap<string, number>;
}

/** '+12 more'. The grid does not pass the day to this component, so it is read from the DOM. */
export function MoreCount({ shown, left }: MoreCountProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [day, setDay] = useState('');
  useLayoutEffect(() => {
    setDay(place.current?.closest<HTMLElement>('[data-date]')?.dataset.date ?? '');
  }, []);
  return <span ref={place}>{m.calendar_more({ count: shown + (left.get(day) ?? 0) })}</span>;
}
