import { useRulesForm } from '@/components/forms/useRulesForm';
import { useSession } from '@/queries/accounts/session';
import { useCalendarChanges } from '@/queries/calendar/calendars';
import { checkCalendar } from '@/wasm/rules';

const blank = { title: '' };

/** The form of a new calendar. `onCreated` is called after it was created. */
export function useNewCalendar(onCreated: () => void) {
  const { language } = useSession();
  const { create } = useCalendarChanges();
  return useRulesForm({
    initial: blank,
    check: (typed) => checkCalendar(typed, language),
    submit: async (typed) => {
      await create(typed);
      onCreated();
    },
  });
}
