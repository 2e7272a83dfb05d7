/** The pages and commands of the search palette. */
import type { Action } from '@bindings';
import {
  type Icon,
  IconBriefcase,
  IconBriefcase2,
  IconBuilding,
  IconBuildingWarehouse,
  IconCalendarEvent,
  IconCalendarPlus,
  IconCalendarShare,
  IconHelp,
  IconHistory,
  IconKey,
  IconLanguage,
  IconLogout,
  IconMessage2,
  IconMoon,
  IconNews,
  IconPackage,
  IconPrinter,
  IconReportAnalytics,
  IconSearch,
  IconSettings,
  IconStack2,
  IconSun,
  IconUpload,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import { m } from '@/i18n';

/** Commands that open no page. */
export type CommandAction = 'language' | 'scheme' | 'signOut';

export interface Command {
  id: string;
  group: 'pages' | 'acts';
  name: () => string;
  Icon: Icon;
  /** The address that it opens; without one it has an `action`. */
  to?: string;
  state?: unknown;
  action?: CommandAction;
  /** The permission it needs; without it the command is not offered. */
  requires?: Action;
  /** Only on a desktop. */
  desktopOnly?: true;
}

const page = (to: string, icon: Icon, name: () => string, requires?: Action): Command => ({
  id: to,
  group: 'pages',
  name,
  Icon: icon,
  to,
  ...(requires === undefined ? {} : { requires }),
});

const act = (to: string, icon: Icon, name: () => string, requires: Action): Command => ({
  ...page(to, icon, name, requires),
  group: 'acts',
});

const actionCommand = (id: CommandAction, icon: Icon, name: () => string): Command => ({
  id,
  group: 'acts',
  name,
  Icon: icon,
  action: id,
});

const pages: readonly Command[] = [
  page('/app/calendar', IconCalendarEvent, () => m.shell_calendar()),
  page('/app/jobs', IconBriefcase, () => m.shell_jobs()),
  page('/app/messages', IconMessage2, () => m.shell_messages()),
  page('/app/connections', IconUsersGroup, () => m.shell_connections()),
  page('/app/company', IconBuilding, () => m.shell_company()),
  page('/app/jobs/customers', IconUsers, () => m.customers_title(), 'customers.view'),
  page('/app/jobs/products', IconPackage, () => m.products_title(), 'products.view'),
  page('/app/jobs/vendors', IconBuildingWarehouse, () => m.vendors_title(), 'purchaseOrders.view'),
  page('/app/jobs/custom_crews', IconStack2, () => m.crews_title(), 'crews.view'),
  page('/app/search/companies', IconSearch, () => m.search_title()),
  page('/app/reports', IconReportAnalytics, () => m.reports_title(), 'reports.view'),
  page('/app/company/activity', IconHistory, () => m.activity_title(), 'company.edit'),
  page('/app/company/settings', IconBuilding, () => m.company_settings(), 'company.edit'),
  page('/app/company/api_keys', IconKey, () => m.apiKeys_title(), 'apiKeys.manage'),
  page('/app/company/webhooks', IconWebhook, () => m.webhooks_title(), 'webhooks.manage'),
  page('/app/user/settings', IconSettings, () => m.shell_settings()),
  page('/app/help', IconHelp, () => m.shell_help()),
  page('/app/latest', IconNews, () => m.shell_pollsAndNews()),
];

const acts: readonly Command[] = [
  act('/app/jobs/new', IconBriefcase2, () => m.jobs_new(), 'jobs.create'),
  act('/app/jobs/customers?new', IconUserPlus, () => m.customers_new(), 'customers.manage'),
  act('/app/calendar/new_appointment', IconCalendarPlus, () => m.appointments_new(), 'appointments.create'),
  act('/app/calendar/edit', IconStack2, () => m.calendar_newCalendar(), 'calendars.manage'),
  {
    ...act('/app/company', IconUserPlus, () => m.company_inviteTitle(), 'users.invite'),
    id: 'invite',
    state: { invite: true },
  },
  act('/app/jobs/import', IconUpload, () => m.jobs_importTitle(), 'jobs.create'),
  act('/app/jobs/customers/import', IconUpload, () => m.customers_importTitle(), 'customers.manage'),
  act('/app/jobs/products/import', IconUpload, () => m.products_importTitle(), 'products.manage'),
  act('/app/jobs/vendors/import', IconUpload, () => m.vendors_importTitle(), 'vendors.manage'),
  act('/app/jobs/photos/import', IconUpload, () => m.imports_photosTitle(), 'jobs.create'),
  {
    ...page('/app/calendar', IconPrinter, () => m.palette_printCalendar()),
    id: 'print',
    group: 'acts',
    state: { print: true },
    desktopOnly: true,
  },
  { ...page('/app/calendar/subscribe', IconCalendarShare, () => m.calendar_subscribe()), group: 'acts' },
];

interface CommandContext {
  may: (action: Action) => boolean;
  phone: boolean;
  dark: boolean;
}

/** The commands that the user may run on this device. */
export function commandsFor({ may, phone, dark }: CommandContext): Command[] {
  const actionCommands = [
    dark
      ? actionCommand('scheme', IconSun, () => m.palette_light())
      : actionCommand('scheme', IconMoon, () => m.palette_dark()),
    actionCommand('language', IconLanguage, () => m.palette_otherLanguage()),
    actionCommand('signOut', IconLogout, () => m.session_logOut()),
  ];
  return [...acts, ...pages, ...actionCommands].filter(
    ({ requires, desktopOnly }) =>
      (requires === undefined || may(requires)) && !(desktopOnly === true && phone),
  );
}
