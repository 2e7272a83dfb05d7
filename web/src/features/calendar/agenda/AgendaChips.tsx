import { IconBriefcase2, IconCalendarPlus, IconStack2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { PrintMenu } from '../printing/PrintMenu';
import type { useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';

/** The tools of the calendar on a phone: back to today, something new, paper, and the calendars. */
export function AgendaChips({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { look, today, day, hidden, show, over } = calendar;
  const { may } = useSession();
  const meetings = look === 'appointments';
  const some = hidden.length > 0;
  return (
    <div className={styles.chips}>
      {day !== today && (
        <button type="button" className={styles.chip} onClick={() => show({ day: today })}>
          {m.calendar_today()}
        </button>
      )}
      {!meetings && may('jobs.create') && (
        <Link to={over('newJob')} className={styles.chip}>
          <IconBriefcase2 size={18} aria-hidden />
          {m.calendar_newJob()}
        </Link>
      )}
      {meetings && may('appointments.create') && (
        <Link to={over('new_appointment')} className={styles.chip}>
          <IconCalendarPlus size={18} aria-hidden />
          {m.calendar_newAppt()}
        </Link>
      )}
      <PrintMenu className={`${styles.chip} ${styles.last}`} listOf={look === 'crews' ? 'day' : 'week'} />
      <button
        type="button"
        className={styles.chip}
        data-on={some || undefined}
        aria-label={some ? m.calendar_calendarsOn() : m.calendar_calendars()}
        onClick={() => show({ panel: 'calendars' })}
      >
        <IconStack2 size={20} aria-hidden />
      </button>
    </div>
  );
}
