/** What an API key may do, in the words of the table of permissions. */
import type { Action, ApiKeyScope } from '@bindings';
import { m } from '@/i18n';
import type { ChoiceGroup } from '@/ui/inputs/GroupedChoices';

/** The actions that a key may hold: every one but that which manages keys. */
type KeyAction = Exclude<Action, 'apiKeys.manage'>;

const words: Record<KeyAction, () => string> = {
  'company.edit': () => m.apiKeys_may_company_edit(),
  'company.files': () => m.apiKeys_may_company_files(),
  'company.qualifications': () => m.apiKeys_may_company_qualifications(),
  'users.invite': () => m.apiKeys_may_users_invite(),
  'users.remove': () => m.apiKeys_may_users_remove(),
  'connections.manage': () => m.apiKeys_may_connections_manage(),
  'jobs.create': () => m.apiKeys_may_jobs_create(),
  'jobs.edit': () => m.apiKeys_may_jobs_edit(),
  'jobs.delete': () => m.apiKeys_may_jobs_delete(),
  'jobs.schedule': () => m.apiKeys_may_jobs_schedule(),
  'jobs.complete': () => m.apiKeys_may_jobs_complete(),
  'jobs.color': () => m.apiKeys_may_jobs_color(),
  'jobs.assign': () => m.apiKeys_may_jobs_assign(),
  'jobs.acceptDecline': () => m.apiKeys_may_jobs_acceptDecline(),
  'jobs.assignEmployee': () => m.apiKeys_may_jobs_assignEmployee(),
  'jobs.contractAmount': () => m.apiKeys_may_jobs_contractAmount(),
  'jobs.jobNumber': () => m.apiKeys_may_jobs_jobNumber(),
  'jobs.inspectionNote': () => m.apiKeys_may_jobs_inspectionNote(),
  'jobs.customer': () => m.apiKeys_may_jobs_customer(),
  'jobs.tags': () => m.apiKeys_may_jobs_tags(),
  'jobs.measurements': () => m.apiKeys_may_jobs_measurements(),
  'jobs.images': () => m.apiKeys_may_jobs_images(),
  'jobs.notes': () => m.apiKeys_may_jobs_notes(),
  'jobs.calendarAssign': () => m.apiKeys_may_jobs_calendarAssign(),
  'workOrders.create': () => m.apiKeys_may_workOrders_create(),
  'workOrders.edit': () => m.apiKeys_may_workOrders_edit(),
  'workOrders.delete': () => m.apiKeys_may_workOrders_delete(),
  'workOrders.sign': () => m.apiKeys_may_workOrders_sign(),
  'purchaseOrders.view': () => m.apiKeys_may_purchaseOrders_view(),
  'purchaseOrders.edit': () => m.apiKeys_may_purchaseOrders_edit(),
  'purchaseOrders.send': () => m.apiKeys_may_purchaseOrders_send(),
  'vendors.manage': () => m.apiKeys_may_vendors_manage(),
  'customers.view': () => m.apiKeys_may_customers_view(),
  'customers.manage': () => m.apiKeys_may_customers_manage(),
  'products.view': () => m.apiKeys_may_products_view(),
  'products.manage': () => m.apiKeys_may_products_manage(),
  'crews.view': () => m.apiKeys_may_crews_view(),
  'crews.manage': () => m.apiKeys_may_crews_manage(),
  'calendars.manage': () => m.apiKeys_may_calendars_manage(),
  'appointments.view': () => m.apiKeys_may_appointments_view(),
  'appointments.create': () => m.apiKeys_may_appointments_create(),
  'appointments.edit': () => m.apiKeys_may_appointments_edit(),
  'appointments.schedule': () => m.apiKeys_may_appointments_schedule(),
  'appointments.complete': () => m.apiKeys_may_appointments_complete(),
  'reports.view': () => m.apiKeys_may_reports_view(),
  'reportsValue.view': () => m.apiKeys_may_reportsValue_view(),
  'chat.send': () => m.apiKeys_may_chat_send(),
  'webhooks.manage': () => m.apiKeys_may_webhooks_manage(),
};

/** The groups of the form, and the first words of their actions. */
const groups: readonly { label: () => string; of: readonly string[] }[] = [
  { label: () => m.apiKeys_groupJobs(), of: ['jobs'] },
  { label: () => m.apiKeys_groupAppointments(), of: ['appointments'] },
  { label: () => m.apiKeys_groupCalendars(), of: ['calendars'] },
  { label: () => m.apiKeys_groupCustomers(), of: ['customers'] },
  { label: () => m.apiKeys_groupWorkOrders(), of: ['workOrders'] },
  { label: () => m.apiKeys_groupPurchaseOrders(), of: ['purchaseOrders'] },
  { label: () => m.apiKeys_groupVendors(), of: ['vendors'] },
  { label: () => m.apiKeys_groupProducts(), of: ['products'] },
  { label: () => m.apiKeys_groupCrews(), of: ['crews'] },
  { label: () => m.apiKeys_groupConnections(), of: ['connections'] },
  { label: () => m.apiKeys_groupChat(), of: ['chat'] },
  { label: () => m.apiKeys_groupReports(), of: ['reports', 'reportsValue'] },
  { label: () => m.apiKeys_groupCompany(), of: ['company'] },
  { label: () => m.apiKeys_groupUsers(), of: ['users'] },
  { label: () => m.apiKeys_groupWebhooks(), of: ['webhooks'] },
];

/** A scope in one sentence. */
export const scopeText = (scope: ApiKeyScope): string =>
  scope === 'read' || scope === 'apiKeys.manage' ? m.apiKeys_read() : words[scope]();

/** The actions that somebody can give to a key, in groups: those that they may do themselves. */
export const scopeGroups = (may: (action: Action) => boolean): ChoiceGroup[] =>
  groups
    .map(({ label, of }) => ({
      label: label(),
      all: m.choices_all({ group: label() }),
      choices: (Object.keys(words) as KeyAction[])
        .filter((action) => of.includes(action.split('.')[0] ?? '') && may(action))
        .map((action) => ({ value: action, label: words[action]() })),
    }))
    .filter(({ choices }) => choices.length > 0);
