/** The changes that webhooks send, in words, and their short forms: `job.*` for a kind, `*` for all. */
import type { ChangeKind, ChangeType } from '@bindings';
import { m } from '@/i18n';
import type { ChoiceGroup } from '@/ui/inputs/GroupedChoices';

const words: Record<ChangeType, () => string> = {
  'job.created': () => m.webhooks_event_job_created(),
  'job.updated': () => m.webhooks_event_job_updated(),
  'job.scheduled': () => m.webhooks_event_job_scheduled(),
  'job.assigned': () => m.webhooks_event_job_assigned(),
  'job.accepted': () => m.webhooks_event_job_accepted(),
  'job.declined': () => m.webhooks_event_job_declined(),
  'job.completed': () => m.webhooks_event_job_completed(),
  'job.deleted': () => m.webhooks_event_job_deleted(),
  'appointment.created': () => m.webhooks_event_appointment_created(),
  'appointment.updated': () => m.webhooks_event_appointment_updated(),
  'appointment.scheduled': () => m.webhooks_event_appointment_scheduled(),
  'appointment.completed': () => m.webhooks_event_appointment_completed(),
  'appointment.deleted': () => m.webhooks_event_appointment_deleted(),
  'work_order.created': () => m.webhooks_event_work_order_created(),
  'work_order.updated': () => m.webhooks_event_work_order_updated(),
  'work_order.signed': () => m.webhooks_event_work_order_signed(),
  'work_order.deleted': () => m.webhooks_event_work_order_deleted(),
  'purchase_order.created': () => m.webhooks_event_purchase_order_created(),
  'purchase_order.updated': () => m.webhooks_event_purchase_order_updated(),
  'purchase_order.sent': () => m.webhooks_event_purchase_order_sent(),
  'purchase_order.seen': () => m.webhooks_event_purchase_order_seen(),
  'purchase_order.confirmed': () => m.webhooks_event_purchase_order_confirmed(),
  'purchase_order.received': () => m.webhooks_event_purchase_order_received(),
  'purchase_order.cancelled': () => m.webhooks_event_purchase_order_cancelled(),
  'purchase_order.deleted': () => m.webhooks_event_purchase_order_deleted(),
  'customer.created': () => m.webhooks_event_customer_created(),
  'customer.updated': () => m.webhooks_event_customer_updated(),
  'customer.deleted': () => m.webhooks_event_customer_deleted(),
  'connection.requested': () => m.webhooks_event_connection_requested(),
  'connection.accepted': () => m.webhooks_event_connection_accepted(),
  'connection.removed': () => m.webhooks_event_connection_removed(),
  'chat.message': () => m.webhooks_event_chat_message(),
  'webhook.test': () => m.webhooks_event_webhook_test(),
};

const kinds: Record<ChangeKind, () => string> = {
  job: () => m.webhooks_kind_job(),
  appointment: () => m.webhooks_kind_appointment(),
  work_order: () => m.webhooks_kind_workOrder(),
  purchase_order: () => m.webhooks_kind_purchaseOrder(),
  customer: () => m.webhooks_kind_customer(),
  connection: () => m.webhooks_kind_connection(),
  chat: () => m.webhooks_kind_chat(),
  webhook: () => m.webhooks_kind_webhook(),
};

/** Every change, also those that are added later. */
export const everything = '*';

const typesOf = (kind: string): string[] => Object.keys(words).filter((type) => type.split('.')[0] === kind);

/** The kinds that can be sent: a test is sent by its button alone. */
const sentKinds = (Object.keys(kinds) as ChangeKind[]).filter((kind) => kind !== 'webhook');

/** A name of changes in words, as a webhook has it; one that this version does not know as it is. */
export function eventText(name: string): string {
  if (name === everything) return m.webhooks_everything();
  const kind = name.endsWith('.*') ? kinds[name.slice(0, -2) as ChangeKind] : undefined;
  if (kind !== undefined) return m.webhooks_kindAll({ kind: kind() });
  return words[name as ChangeType]?.() ?? name;
}

/** The changes in groups, one for each kind. */
export const eventGroups = (): ChoiceGroup[] =>
  sentKinds.map((kind) => ({
    label: kinds[kind](),
    all: m.choices_all({ group: kinds[kind]() }),
    choices: typesOf(kind).map((value) => ({ value, label: eventText(value) })),
  }));

/** The single changes that these names mean. */
export const expandEvents = (names: readonly string[]): string[] =>
  names.flatMap((name) => (name.endsWith('.*') ? typesOf(name.slice(0, -2)) : [name]));

/** The same with `job.*` where every change of a kind is chosen, so that later ones of that kind are sent, too. */
export function shortenEvents(chosen: readonly string[]): string[] {
  if (chosen.includes(everything)) return [everything];
  return sentKinds.flatMap((kind) => {
    const types = typesOf(kind).filter((type) => chosen.includes(type));
    return types.length > 1 && types.length === typesOf(kind).length ? [`${kind}.*`] : types;
  });
}
