import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { isFiltered, noFilters, type useCalendarView } from '../useCalendarView';
import styles from './NothingLeft.module.css';

interface NothingLeftProps {
  calendar: ReturnType<typeof useCalendarView>;
  /** There is something, and nothing of it shows. */
  when: boolean;
}

/** Something narrows the calendar to nothing: what that is, and the way out. */
export function NothingLeft({ calendar, when }: NothingLeftProps) {
  const { query, hidden, show } = calendar;
  const filters = isFiltered(calendar) || query !== '';
  // Spoken when it comes: the region is there before its words.
  return (
    <div role="status">
      {when && (
        <p className={styles.line}>
          <span className="grow">{filters ? m.calendar_noMatch() : m.calendar_allOnHidden()}</span>
          {filters && (
            <Button variant="default" size="compact-sm" onClick={() => show({ ...noFilters, query: '' })}>
              {m.calendar_clearFilters()}
            </Button>
          )}
          {hidden.length > 0 && (
            <Button variant="default" size="compact-sm" onClick={() => show({ hidden: [] })}>
              {m.calendar_showCalendars()}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
