import { IconBriefcase, IconBuilding, IconCalendarEvent } from '@tabler/icons-react';
import { m } from '@/i18n';

/** The places of the app in the order of the bars. */
export const places = [
  { to: '/app/calendar', Icon: IconCalendarEvent, name: () => m.shell_calendar() },
  { to: '/app/jobs', Icon: IconBriefcase, name: () => m.shell_jobs() },
  { to: '/app/company', Icon: IconBuilding, name: () => m.shell_company() },
] as const;
