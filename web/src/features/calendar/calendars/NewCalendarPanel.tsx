import { Button, TextInput } from '@mantine/core';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { popup } from '@/ui/overlays/popups';
import { SidePanel } from '@/ui/overlays/SidePanel';

import { useCalendarView } from '../useCalendarView';
import styles from './CalendarsPanel.module.css';
import { useNewCalendar } from './useNewCalendar';

/** The form of a new calendar over the calendar, with an address of its own. Other roles read why it is not theirs. */
export function NewCalendarPanel() {
  const { whyNot } = useSession();
  const { home } = useCalendarView();
  const leave = useCloseOverlay();
  const reason = whyNot('calendars.manage');
  const close = () => leave(home);
  const form = useNewCalendar(() => {
    close();
    void popup.sweet(notice('calendarCreated'));
  });
  return (
    <SidePanel
      title={m.calendar_newCalendar()}
      onClose={close}
      dirty={form.dirty && !form.busy}
      form={form.form}
      footer={(cancel) => (
        <>
          <Button variant="default" onClick={cancel}>
            {m.common_cancel()}
          </Button>
          {reason === null && (
            <Button type="submit" loading={form.busy}>
              {m.calendar_createCalendar()}
            </Button>
          )}
        </>
      )}
    >
      {reason !== null && <ErrorBox>{reason}</ErrorBox>}
      <fieldset className={styles.plain} disabled={reason !== null}>
        <TextInput
          label={m.calendar_calendarTitle()}
          withAsterisk
          aria-required
          autoComplete="off"
          data-autofocus
          {...form.field('title')}
        />
      </fieldset>
    </SidePanel>
  );
}
