import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { Overlay } from '@/ui/overlays/Overlay';

import type { useCalendarView } from '../useCalendarView';
import { CalendarsBody } from './CalendarsPanel';

/** The calendars on a phone. */
export function CalendarsSheet({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { hidden, show } = calendar;
  const close = () => show({ panel: null, chosen: null });
  return (
    <Overlay
      title={m.calendar_calendars()}
      onClose={close}
      footer={
        <>
          <Button variant="default" disabled={hidden.length === 0} onClick={() => show({ hidden: [] })}>
            {m.calendar_showAll()}
          </Button>
          <Button onClick={close}>{m.calendar_showJobs()}</Button>
        </>
      }
    >
      <CalendarsBody calendar={calendar} />
    </Overlay>
  );
}
