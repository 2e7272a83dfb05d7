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
  /** Other paths that belong to this destination. */
  alsoMatches?: readonly string[];
  Icon: ComponentType<IconProps>;
  name: () => string;
  /** The destination whose unseen notifications it counts. */
  unseen?: Destination;
}

/** The destinations of the navigation, in order. */
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

/** Does the path belong to this destination? */
export const isCurrent = ({ to, alsoMatches = [] }: NavDestination, pathname: string): boolean =>
  [to, ...alsoMatches].some((start) => pathname === start || pathname.startsWith(`${start}/`));
