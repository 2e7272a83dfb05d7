import { TextInput } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { popup } from '@/ui/overlays/popups';

import { useCalendarView } from '../useCalendarView';
import { useNewCalendar } from './useNewCalendar';

/** The form of a new calendar, over the calendar, with its own URL. Other roles see why they cannot use it. */
export function NewCalendarPanel() {
  const { whyNot } = useSession();
  const { home } = useCalendarView();
  const leave = useCloseOverlay();
  const close = () => leave(home);
  const form = useNewCalendar(() => {
    close();
    void popup.sweet(notice('calendarCreated'));
  });
  return (
    <FormPanel
      title={m.calendar_newCalendar()}
      onClose={close}
      dirty={form.dirty && !form.busy}
      form={form}
      verb={m.calendar_createCalendar()}
      locked={whyNot('calendars.manage')}
    >
      <TextInput
        label={m.calendar_calendarTitle()}
        withAsterisk
        aria-required
        autoComplete="off"
        data-autofocus
        {...form.field('title')}
      />
    </FormPanel>
  );
}
