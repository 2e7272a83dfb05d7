import type { Destination } from '@bindings';
import {
  IconBriefcase,
  IconBuilding,
  IconCalendarEvent,
  IconMessage2,
  type IconProps,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { m } from '@/i18n';

export interface NavDestination {
  to: string;
  /** Other addresses that belong to it. */
  alsoMatches?: readonly string[];
  Icon: ComponentType<IconProps>;
  name: () => string;
  /** Whose notifications put a red dot on it. */
  unseen?: Destination;
}

/** The places of the app in the order of the bars. */
export const navItems: readonly NavDestination[] = [
  { to: '/app/calendar', Icon: IconCalendarEvent, name: () => m.shell_calendar() },
  {
    to: '/app/jobs',
    alsoMatches: ['/app/work_order', '/app/purchase_order'],
    Icon: IconBriefcase,
    name: () => m.shell_jobs(),
  },
  {
    to: '/app/messages',
    Icon: IconMessage2,
    name: () => m.shell_messages(),
    unseen: 'messages',
  },
  {
    to: '/app/connections',
    alsoMatches: ['/app/search/companies', '/app/view/company'],
    Icon: IconUsersGroup,
    name: () => m.shell_connections(),
    unseen: 'connections',
  },
  { to: '/app/company', Icon: IconBuilding, name: () => m.shell_company() },
];

/** Does an address belong to a place? */
export const isCurrent = ({ to, alsoMatches = [] }: NavDestination, pathname: string): boolean =>
  [to, ...alsoMatches].some((start) => pathname === start || pathname.startsWith(`${start}/`));
