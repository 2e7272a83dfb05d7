import {
  IconBriefcase2,
  IconCalendarPlus,
  IconChevronLeft,
  IconChevronRight,
  IconStack2,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { stepDay } from '../calendarDays';
import { PrintMenu } from '../printing/PrintMenu';
import type { useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';

/**
 * The tools of the calendar on a phone: create, the calendars, print, and previous and next week for users who cannot
 * swipe.
 */
export function AgendaChips({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { mode, day, hidden, show, over } = calendar;
  const { may } = useSession();
  const meetings = mode === 'appointments';
  const some = hidden.length > 0;
  const week = (by: 1 | -1) => {
    const Arrow = by === 1 ? IconChevronRight : IconChevronLeft;
    return (
      <button
        type="button"
        className={`chip ${styles.chip} ${styles.step}`}
        aria-label={by === 1 ? m.calendar_nextWeek() : m.calendar_previousWeek()}
        onClick={() => show({ day: stepDay('week', day, by) })}
      >
        <Arrow size={20} aria-hidden />
      </button>
    );
  };
  return (
    <div className={`${styles.chips} ${styles.tools}`}>
      {!meetings && may('jobs.create') && (
        <Link to={over('newJob')} className={`chip ${styles.chip}`}>
          <IconBriefcase2 size={18} aria-hidden className={styles.drawn ?? ''} />
          {m.calendar_newJob()}
        </Link>
      )}
      {meetings && may('appointments.create') && (
        <Link to={over('new_appointment')} className={`chip ${styles.chip}`}>
          <IconCalendarPlus size={18} aria-hidden className={styles.drawn ?? ''} />
          {m.calendar_newAppt()}
        </Link>
      )}
      <button
        type="button"
        className={`chip ${styles.chip}`}
        data-on={some || undefined}
        aria-label={some ? m.calendar_calendarsOn() : m.calendar_calendars()}
        onClick={() => show({ panel: 'calendars' })}
      >
        <IconStack2 size={20} aria-hidden />
      </button>
      <PrintMenu className={`chip ${styles.chip}`} listOf={mode === 'crews' ? 'day' : 'week'} />
      {week(-1)}
      {week(1)}
    </div>
  );
}
