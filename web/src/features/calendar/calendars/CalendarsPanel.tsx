import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { m } from '@/i18n';

import styles from '../filters/Filters.module.css';
import type { useCalendarView } from '../useCalendarView';

/** The company's calendars, to show, hide, create and delete. */
export function CalendarsPanel({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  return (
    <div className={styles.head}>
      <h2 className="grow">{m.calendar_calendars()}</h2>
      <ActionIcon aria-label={m.calendar_closeCalendars()} onClick={() => calendar.show({ panel: null })}>
        <IconX size={20} />
      </ActionIcon>
    </div>
  );
}
