import { useCalendarChanges } from '@/session/calendars';
import { useSession } from '@/session/session';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkCalendar } from '@/wasm/rules';

const blank = { title: '' };

/** The form of a new calendar; `made` runs once it exists. */
export function useNewCalendar(made: () => void) {
  const { language } = useSession();
  const { create } = useCalendarChanges();
  return useRulesForm({
    initial: blank,
    check: (typed) => checkCalendar(typed, language),
    submit: async (typed) => {
      await create(typed);
      made();
    },
  });
}
