/** The addresses of the signed-in app that stand in its frame: bars, banner and all. */
import type { ReactNode } from 'react';
import { Navigate, type RouteObject } from 'react-router';

import { list, screen } from './lazyScreen';

/** The same for screens that are told where they stand. */
const placed = (find: () => Promise<() => ReactNode>): Pick<RouteObject, 'lazy'> => screen(find);

const newJob = (base: string) =>
  placed(async () => {
    const { NewJobPanel } = await import('@/features/jobs/NewJobPanel');
    return () => <NewJobPanel base={base} />;
  });

const jobPage = (base: string) =>
  placed(async () => {
    const { JobPage } = await import('@/features/jobs/JobPage');
    return () => <JobPage base={base} />;
  });

const sheetImport = (kind: 'jobs' | 'customers' | 'products') =>
  placed(async () => {
    const { ImportScreen } = await import('@/features/sheetImport/ImportScreen');
    return () => <ImportScreen kind={kind} />;
  });

export const inside: RouteObject[] = [
  { path: '/app', element: <Navigate to="/app/company" replace /> },
  {
    path: '/app/company',
    ...screen(async () => (await import('@/features/company/CompanyScreen')).CompanyScreen),
    children: [
      {
        path: 'settings',
        ...screen(
          async () =>
            (await import('@/features/company/settings/CompanySettingsOverlay')).CompanySettingsOverlay,
        ),
      },
    ],
  },
  {
    path: '/app/company/activity',
    ...screen(async () => (await import('@/features/activity/ActivityScreen')).ActivityScreen),
  },
  {
    path: '/app/reports',
    ...screen(async () => (await import('@/features/reports/ReportsScreen')).ReportsScreen),
  },
  {
    path: '/app/calendar',
    ...screen(async () => (await import('@/features/calendar/CalendarScreen')).CalendarScreen),
    children: [
      { path: 'newJob', ...newJob('/app/calendar') },
      {
        path: 'subscribe',
        ...screen(
          async () => (await import('@/features/calendar/subscribe/SubscribeOverlay')).SubscribeOverlay,
        ),
      },
      {
        path: 'edit',
        ...screen(
          async () => (await import('@/features/calendar/calendars/NewCalendarPanel')).NewCalendarPanel,
        ),
      },
      {
        path: 'event_options/:id',
        ...screen(async () => (await import('@/features/calendar/jobOptions/JobOptions')).JobOptions),
      },
      {
        path: 'new_appointment',
        ...screen(
          async () =>
            (await import('@/features/calendar/appointments/NewAppointmentPanel')).NewAppointmentPanel,
        ),
      },
      {
        path: 'appointment_options/:id',
        ...screen(
          async () =>
            (await import('@/features/calendar/appointments/AppointmentOptions')).AppointmentOptions,
        ),
      },
      { path: 'job/details/:id', ...jobPage('/app/calendar') },
    ],
  },
  {
    path: '/app/jobs/import',
    ...sheetImport('jobs'),
  },
  {
    path: '/app/jobs/customers/import',
    ...sheetImport('customers'),
  },
  {
    path: '/app/jobs/products/import',
    ...sheetImport('products'),
  },
  {
    path: '/app/jobs/customers',
    ...screen(async () => (await import('@/features/customers/CustomersScreen')).CustomersScreen),
    children: [
      {
        path: ':id',
        ...screen(async () => (await import('@/features/customers/CustomerDetail')).CustomerDetail),
      },
    ],
  },
  {
    path: '/app/jobs',
    ...screen(async () => (await import('@/features/jobs/JobsScreen')).JobsScreen, list),
    children: [
      { path: 'new', ...newJob('/app/jobs') },
      {
        path: 'custom_crews',
        ...screen(async () => (await import('@/features/crews/CrewsOverlay')).CrewsOverlay),
      },
      {
        path: 'products',
        ...screen(async () => (await import('@/features/products/ProductsOverlay')).ProductsOverlay),
      },
      {
        path: 'vendors',
        ...screen(async () => (await import('@/features/vendors/VendorsOverlay')).VendorsOverlay),
      },
      {
        path: 'help',
        ...screen(async () => (await import('@/features/help/JobsHelpOverlay')).JobsHelpOverlay),
      },
      { path: 'details/:id', ...jobPage('/app/jobs') },
      { path: ':id', ...jobPage('/app/jobs') },
    ],
  },
  {
    path: '/app/work_order/:id',
    ...screen(async () => (await import('@/features/workOrders/WorkOrderScreen')).WorkOrderScreen),
  },
  {
    path: '/app/purchase_order/:id',
    ...screen(
      async () => (await import('@/features/purchaseOrders/PurchaseOrderScreen')).PurchaseOrderScreen,
    ),
  },
  {
    path: '/app/messages/:roomId?',
    ...screen(async () => (await import('@/features/messages/MessagesScreen')).MessagesScreen),
  },
  {
    path: '/app/connections',
    ...screen(async () => (await import('@/features/connections/ConnectionsScreen')).ConnectionsScreen),
  },
  {
    path: '/app/search/companies',
    ...screen(async () => (await import('@/features/companySearch/CompanySearchScreen')).CompanySearchScreen),
  },
  {
    path: '/app/view/company/:id',
    ...screen(async () => (await import('@/features/publicCompany/PublicCompanyScreen')).PublicCompanyScreen),
  },
  {
    path: '/app/user/settings',
    ...screen(async () => (await import('@/features/userSettings/UserSettingsScreen')).UserSettingsScreen),
  },
  {
    path: '/app/help',
    ...screen(async () => (await import('@/features/help/HelpScreen')).HelpScreen),
  },
  {
    path: '/app/latest',
    ...screen(async () => (await import('@/features/latest/LatestScreen')).LatestScreen),
  },
  { path: '/app/*', ...screen(async () => (await import('./NotFoundScreen')).NotFoundScreen) },
];
