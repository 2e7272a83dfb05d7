import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { m } from '@/i18n';
import { useCalendars } from '@/queries/calendar/calendars';

import filters from '../filters/Filters.module.css';
import type { useCalendarView } from '../useCalendarView';
import { AddJobs } from './AddJobs';
import { CalendarsList } from './CalendarsList';

type Calendar = ReturnType<typeof useCalendarView>;

/** The company's calendars to show, hide, create, fill and delete; or the jobs of the selected calendar. */
export function CalendarsBody({ calendar }: { calendar: Calendar }) {
  const calendars = useCalendars();
  const chosen = calendars.data?.find(({ id }) => id === calendar.chosen);
  const left = useRef<string | null>(null);
  // After a return to the list, the row gets the focus again.
  useEffect(() => {
    if (calendar.chosen === null && left.current !== null)
      document.querySelector<HTMLElement>(`[data-calendar="${CSS.escape(left.current)}"]`)?.focus();
    left.current = calendar.chosen;
  }, [calendar.chosen]);
  if (chosen !== undefined)
    return <AddJobs key={chosen.id} calendar={chosen} close={() => calendar.show({ chosen: null })} />;
  return <CalendarsList calendar={calendar} calendars={calendars} />;
}

/** The calendars as a panel beside the grid. */
export function CalendarsPanel({ calendar }: { calendar: Calendar }) {
  const { hidden, show } = calendar;
  return (
    <>
      <div className={filters.head}>
        <h2 className="grow">{m.calendar_calendars()}</h2>
        {hidden.length > 0 && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => show({ hidden: [] })}>
            {m.calendar_showAll()}
          </Button>
        )}
        <ActionIcon
          aria-label={m.calendar_closeCalendars()}
          onClick={() => show({ panel: null, chosen: null })}
        >
          <IconX size={20} />
        </ActionIcon>
      </div>
      <CalendarsBody calendar={calendar} />
    </>
  );
}
