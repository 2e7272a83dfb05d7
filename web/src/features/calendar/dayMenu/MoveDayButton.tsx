import { useLongPress } from '@mantine/hooks';
import { IconCalendarRepeat } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import styles from './MoveDay.module.css';
import { useMoveDay } from './useMoveDay';

/** The heading of a day: a long press moves its jobs, as the button beside it does. */
export function DayHeading({
  day,
  className,
  children,
}: {
  day: string;
  className: string;
  children: ReactNode;
}) {
  const moveTo = useMoveDay();
  const navigate = useNavigate();
  const press = useLongPress(
    () => {
      if (moveTo !== null) void navigate(moveTo(day));
    },
    { cancelOnMove: true, events: ['touch'] },
  );
  return (
    <h2 className={className} {...press}>
      {children}
    </h2>
  );
}

/** 'Move': moves the jobs of a day, on a phone. */
export function MoveDayButton({ day }: { day: string }) {
  const moveTo = useMoveDay();
  if (moveTo === null) return null;
  return (
    <Link to={moveTo(day)} className={styles.move} aria-label={`${m.shift_moveThis()}, ${shortDay(day)}`}>
      <IconCalendarRepeat size={18} aria-hidden />
      {m.shift_moveShort()}
    </Link>
  );
}
