import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { isFiltered, noFilters, type useCalendarView } from '../useCalendarView';
import styles from './NoMatches.module.css';

interface NoMatchesProps {
  calendar: ReturnType<typeof useCalendarView>;
  /** True if there are items but all of them are hidden. */
  when: boolean;
}

/** Says which filter hides everything, with a button to reset it. */
export function NoMatches({ calendar, when }: NoMatchesProps) {
  const { query, hidden, show } = calendar;
  const filters = isFiltered(calendar) || query !== '';
  // A live region has to exist before its text to be announced.
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
