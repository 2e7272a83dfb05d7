/**
 * What others did, as the live connection tells it, put where the screens read it. Everything may be told twice, and
 * one's own changes are told, too: what this tab has on its way is left to the fetch that follows it, so that it neither
 * goes back for a moment nor stands there twice.
 */
import type { Appointment, Connection, Job, Notification, PurchaseOrder, WorkOrder } from '@bindings';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '@/api/socket';

import { appointmentKeys } from './appointments';
import type { Change } from './appointmentsOverlay';
import { connectionsKey } from './connections';
import { changesJob, deletedJob } from './jobChange';
import { imagesKey } from './jobImages';
import { changesNotes, notesKey } from './jobNotes';
import { drop, jobKeys, refreshSoon } from './jobsCache';
import { type Narrowing, withJob } from './jobsOverlay';
import { hearActivity } from './liveActivity';
import { chatEvents } from './liveChat';
import { fetchSoon } from './liveFetch';
import { isWhole, patch, withOne, without, write } from './liveWrite';
import { notificationsKey } from './notifications';
import { purchaseOrderKeys } from './purchaseOrders';
import { workOrderKeys } from './workOrders';

interface Named {
  id: string;
}
type Order = Pick<PurchaseOrder, 'id' | 'jobId'>;

function writeJob(queries: QueryClient, id: string, work: () => void): void {
  if (!changesJob(queries, id)) write(queries, jobKeys.root, work, () => refreshSoon(queries));
}

const fetchJobs = (queries: QueryClient) => fetchSoon(queries, jobKeys.root, () => changesJob(queries));

function keepJob(queries: QueryClient, job: Job): void {
  patch<Job>(queries, jobKeys.one(job.id), () => job);
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: jobKeys.lists, predicate: isWhole }))
    patch<Job[]>(queries, queryKey, (jobs) => withJob(jobs, queryKey[2] as Narrowing, job));
}

function dropJob(queries: QueryClient, id: string): void {
  drop(queries, id);
  // Who looks at it is told that there is no such job, but for who has just deleted it.
  if (!deletedJob(queries, id)) void queries.invalidateQueries({ queryKey: jobKeys.one(id) });
}

const changesAppointment = (queries: QueryClient, id?: string): boolean =>
  queries.isMutating({
    mutationKey: appointmentKeys.change,
    predicate: ({ state }) => id === undefined || (state.variables as Change).id === id,
  }) > 0;

const fetchAppointments = (queries: QueryClient) =>
  fetchSoon(queries, appointmentKeys.all, () => changesAppointment(queries));

function writeAppointments(
  queries: QueryClient,
  id: string,
  change: (list: Appointment[]) => Appointment[],
): void {
  if (changesAppointment(queries, id)) return;
  const work = () => patch(queries, appointmentKeys.all, change);
  write(queries, appointmentKeys.all, work, () => fetchAppointments(queries));
}

/** `order` is null where it was deleted. */
function writeWorkOrder(queries: QueryClient, { id, jobId }: Order, order: WorkOrder | null): void {
  const under = (mutationKey: QueryKey) => queries.isMutating({ mutationKey }) > 0;
  if (under(workOrderKeys.change(id)) || under(workOrderKeys.removal(jobId))) return;
  const again = () => fetchSoon(queries, workOrderKeys.root);
  const work = () => {
    patch<WorkOrder[]>(queries, workOrderKeys.ofJob(jobId), (all) =>
      order === null ? without(all, id) : withOne(all, order),
    );
    if (order === null) fetchSoon(queries, workOrderKeys.one(id));
    else patch<WorkOrder>(queries, workOrderKeys.one(id), () => order);
  };
  write(queries, workOrderKeys.root, work, again);
}

function fetchPurchaseOrder(queries: QueryClient, { id, jobId }: Order): void {
  const unless = () => queries.isMutating({ mutationKey: purchaseOrderKeys.change }) > 0;
  fetchSoon(queries, purchaseOrderKeys.ofJob(jobId), unless);
  fetchSoon(queries, purchaseOrderKeys.one(id), unless);
}

/** The order is the server's, and pages of companies tell of it, too. */
function fetchConnections(queries: QueryClient): void {
  fetchSoon(queries, connectionsKey);
  fetchSoon(queries, ['company']);
}

function writeConnections(queries: QueryClient, change: (all: Connection[]) => Connection[]): void {
  write(
    queries,
    connectionsKey,
    () => patch(queries, connectionsKey, change),
    () => undefined,
  );
  fetchConnections(queries);
}

function writeNotifications(queries: QueryClient, change: (all: Notification[]) => Notification[]): void {
  const newest = (all: Notification[]) =>
    change(all).toSorted((a, b) => b.dateInserted.localeCompare(a.dateInserted));
  const work = () => patch(queries, notificationsKey, newest);
  write(queries, notificationsKey, work, () => fetchSoon(queries, notificationsKey));
}

/** By the name of the event. The data are what the server says that they are. */
const heard: Record<string, (queries: QueryClient, data: never) => void> = {
  job: (queries, job: Job) => writeJob(queries, job.id, () => keepJob(queries, job)),
  job_deleted: (queries, { id }: Named) => writeJob(queries, id, () => dropJob(queries, id)),
  jobs: fetchJobs,
  job_records: (queries, { jobId, what }: { jobId: string; what: unknown }) => {
    if (what === 'notes') fetchSoon(queries, notesKey(jobId), () => changesNotes(queries, jobId));
    if (what === 'images') fetchSoon(queries, imagesKey(jobId));
  },

  appointment: (queries, one: Appointment) => writeAppointments(queries, one.id, (all) => withOne(all, one)),
  appointment_deleted: (queries, { id }: Named) => writeAppointments(queries, id, (all) => without(all, id)),
  appointments: fetchAppointments,
  calendars: (queries) => fetchSoon(queries, ['calendars']),

  connection: (queries, one: Connection) => writeConnections(queries, (all) => withOne(all, one)),
  connection_removed: (queries, { id }: Named) => writeConnections(queries, (all) => without(all, id)),
  connections: fetchConnections,

  work_order: (queries, order: WorkOrder) => writeWorkOrder(queries, order, order),
  work_order_deleted: (queries, order: Order) => writeWorkOrder(queries, order, null),
  purchase_order: fetchPurchaseOrder,
  purchase_order_deleted: fetchPurchaseOrder,

  notification: (queries, one: Notification) => writeNotifications(queries, (all) => withOne(all, one)),
  notification_deleted: (queries, { id }: Named) => writeNotifications(queries, (all) => without(all, id)),

  ...chatEvents,
};

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

/** Puts what came together where it belongs; the screens are drawn once. What is not known is passed over. */
export function hear(queries: QueryClient, events: readonly LiveEvent[]): void {
  notifyManager.batch(() => {
    for (const { event, data } of events) {
      if (!Object.hasOwn(heard, event) || !isObject(data)) continue;
      heard[event]?.(queries, data as never);
      hearActivity(queries, event, data);
    }
  });
}
