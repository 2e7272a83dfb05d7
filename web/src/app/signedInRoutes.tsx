/** The routes of the signed-in app that are shown inside the shell. */
import type { ReactNode } from 'react';
import { Navigate, type RouteObject } from 'react-router';

import { lazyScreen, listResources } from './lazyScreen';
import { navScreens } from './navScreens';

/** The same for screens that take props. */
const placed = (find: () => Promise<() => ReactNode>): Pick<RouteObject, 'lazy'> => lazyScreen(find);

const newJob = (base: string) =>
  placed(async () => {
    const { NewJobPanel } = await import('@/features/jobs/edit/NewJobPanel');
    return () => <NewJobPanel base={base} />;
  });

const jobPage = (base: string) =>
  placed(async () => {
    const JobPage = await navScreens.job();
    return () => <JobPage base={base} />;
  });

const sheetImport = (kind: 'jobs' | 'customers' | 'products' | 'vendors') =>
  placed(async () => {
    const { ImportScreen } = await import('@/features/imports/ImportScreen');
    return () => <ImportScreen kind={kind} />;
  });

export const signedInRoutes: RouteObject[] = [
  { path: '/app', element: <Navigate to="/app/company" replace /> },
  {
    path: '/app/company',
    ...lazyScreen(navScreens.company),
    children: [
      {
        path: 'settings',
        ...lazyScreen(
          async () =>
            (await import('@/features/companies/settings/CompanySettingsOverlay')).CompanySettingsOverlay,
        ),
      },
    ],
  },
  {
    path: '/app/company/activity',
    ...lazyScreen(async () => (await import('@/features/activity/ActivityScreen')).ActivityScreen),
  },
  {
    path: '/app/company/planning',
    ...lazyScreen(async () => (await import('@/features/planning/PlanningScreen')).PlanningScreen),
  },
  {
    path: '/app/calendar/load',
    ...lazyScreen(async () => (await import('@/features/planning/workload/WorkloadScreen')).WorkloadScreen),
  },
  {
    path: '/app/company/api_keys',
    ...lazyScreen(async () => (await import('@/features/api_keys/ApiKeysScreen')).ApiKeysScreen),
  },
  {
    path: '/app/company/webhooks',
    ...lazyScreen(async () => (await import('@/features/webhooks/WebhooksScreen')).WebhooksScreen),
  },
  {
    path: '/app/company/webhooks/:id',
    ...lazyScreen(async () => (await import('@/features/webhooks/WebhookScreen')).WebhookScreen),
  },
  {
    path: '/app/reports',
    ...lazyScreen(async () => (await import('@/features/reports/ReportsScreen')).ReportsScreen),
  },
  {
    path: '/app/calendar',
    ...lazyScreen(navScreens.calendar),
    children: [
      { path: 'newJob', ...newJob('/app/calendar') },
      {
        path: 'subscribe',
        ...lazyScreen(
          async () => (await import('@/features/calendar/subscribe/SubscribeOverlay')).SubscribeOverlay,
        ),
      },
      {
        path: 'edit',
        ...lazyScreen(
          async () => (await import('@/features/calendar/calendars/NewCalendarPanel')).NewCalendarPanel,
        ),
      },
      {
        path: 'event_options/:id',
        ...lazyScreen(async () => (await import('@/features/calendar/jobOptions/JobOptions')).JobOptions),
      },
      {
        path: 'new_appointment',
        ...lazyScreen(
          async () =>
            (await import('@/features/calendar/appointments/NewAppointmentPanel')).NewAppointmentPanel,
        ),
      },
      {
        path: 'appointment_options/:id',
        ...lazyScreen(
          async () =>
            (await import('@/features/calendar/appointments/AppointmentOptions')).AppointmentOptions,
        ),
      },
      {
        path: 'move/:day?',
        ...lazyScreen(async () => (await import('@/features/planning/shift/ShiftOverlay')).ShiftOverlay),
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
    path: '/app/jobs/vendors/import',
    ...sheetImport('vendors'),
  },
  {
    path: '/app/jobs/photos/import',
    ...lazyScreen(
      async () => (await import('@/features/imports/photos/PhotoImportScreen')).PhotoImportScreen,
    ),
  },
  {
    path: '/app/jobs/customers',
    ...lazyScreen(async () => (await import('@/features/customers/CustomersScreen')).CustomersScreen),
    children: [
      {
        path: ':id',
        ...lazyScreen(async () => (await import('@/features/customers/CustomerDetail')).CustomerDetail),
      },
    ],
  },
  {
    path: '/app/jobs',
    ...lazyScreen(navScreens.jobs, listResources),
    children: [
      { path: 'new', ...newJob('/app/jobs') },
      {
        path: 'custom_crews',
        ...lazyScreen(async () => (await import('@/features/crews/CrewsOverlay')).CrewsOverlay),
      },
      {
        path: 'products',
        ...lazyScreen(async () => (await import('@/features/products/ProductsOverlay')).ProductsOverlay),
      },
      {
        path: 'vendors',
        ...lazyScreen(async () => (await import('@/features/vendors/VendorsOverlay')).VendorsOverlay),
      },
      {
        path: 'help',
        ...lazyScreen(async () => (await import('@/features/help/JobsHelpOverlay')).JobsHelpOverlay),
      },
      { path: 'details/:id', ...jobPage('/app/jobs') },
      { path: ':id', ...jobPage('/app/jobs') },
    ],
  },
  {
    path: '/app/work_order/:id',
    ...lazyScreen(async () => (await import('@/features/orders/work/WorkOrderScreen')).WorkOrderScreen),
  },
  {
    path: '/app/purchase_order/:id',
    ...lazyScreen(
      async () => (await import('@/features/orders/purchase/PurchaseOrderScreen')).PurchaseOrderScreen,
    ),
  },
  {
    path: '/app/messages/:roomId?',
    ...lazyScreen(navScreens.messages),
  },
  {
    path: '/app/connections',
    ...lazyScreen(navScreens.connections),
  },
  {
    path: '/app/search/companies',
    ...lazyScreen(
      async () => (await import('@/features/companies/search/CompanySearchScreen')).CompanySearchScreen,
    ),
  },
  {
    path: '/app/view/company/:id',
    ...lazyScreen(
      async () => (await import('@/features/companies/publicPage/PublicCompanyScreen')).PublicCompanyScreen,
    ),
  },
  {
    path: '/app/user/settings',
    ...lazyScreen(
      async () => (await import('@/features/accounts/settings/UserSettingsScreen')).UserSettingsScreen,
    ),
  },
  {
    path: '/app/help',
    ...lazyScreen(async () => (await import('@/features/help/HelpScreen')).HelpScreen),
  },
  {
    path: '/app/latest',
    ...lazyScreen(async () => (await import('@/features/latest/LatestScreen')).LatestScreen),
  },
  { path: '/app/*', ...lazyScreen(async () => (await import('./NotFoundScreen')).NotFoundScreen) },
];
