/**
 * Applies the events of the live connection to the query cache. Events may arrive twice, and include the user's own
 * changes: an event about something that this tab is changing is ignored, because a refetch follows the change, so
 * that nothing flickers or appears twice.
 */
import type { Appointment, Connection, Job, Notification, PurchaseOrder, WorkOrder } from '@bindings';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '@/api/socket';

import { appointmentSeriesKey } from '@/queries/calendar/appointmentSeries';
import { appointmentKeys } from '@/queries/calendar/appointments';
import type { AppointmentChange } from '@/queries/calendar/optimisticAppointments';
import { connectionsKey } from '@/queries/connections';
import { guestLinksKey } from '@/queries/guest_links';
import { imagesKey } from '@/queries/jobs/images';
import { isJobChanging, wasDeletedHere } from '@/queries/jobs/jobChange';
import { jobKeys, refetchJobsSoon, removeJob } from '@/queries/jobs/jobsCache';
import { areNotesChanging, notesKey } from '@/queries/jobs/notes';
import { type JobsQuery, listWithJob } from '@/queries/jobs/optimisticJobs';
import { withOne, without } from '@/queries/mutations/lists';
import { isChanging } from '@/queries/mutations/optimistic';
import { notificationsKey } from '@/queries/notifications/notifications';
import { purchaseOrderKeys } from '@/queries/orders/purchaseOrders';
import { workOrderKeys } from '@/queries/orders/workOrders';
import { jobOffersKey } from '@/queries/planning/offers';
import { jobSeriesKey } from '@/queries/planning/series';
import { todayKey } from '@/queries/today';
import { refetchActivity } from './activityEvents';
import { isComplete, patchQueries, writeQueries } from './cacheUpdates';
import { chatEvents } from './chatEvents';
import { refetchSoon } from './refetch';

interface Named {
  id: string;
}
type Order = Pick<PurchaseOrder, 'id' | 'jobId'>;

function writeJob(queries: QueryClient, id: string, update: () => void): void {
  if (!isJobChanging(queries, id))
    writeQueries(queries, jobKeys.root, update, () => refetchJobsSoon(queries));
}

const fetchJobs = (queries: QueryClient) => refetchSoon(queries, jobKeys.root, () => isJobChanging(queries));

function keepJob(queries: QueryClient, job: Job): void {
  patchQueries<Job>(queries, jobKeys.one(job.id), () => job);
  for (const { queryKey } of queries
    .getQueryCache()
    .findAll({ queryKey: jobKeys.lists, predicate: isComplete }))
    patchQueries<Job[]>(queries, queryKey, (jobs) => listWithJob(jobs, queryKey[2] as JobsQuery, job));
}

function dropJob(queries: QueryClient, id: string): void {
  removeJob(queries, id);
  // The page of a deleted job says that there is no such job, except for the user who just deleted it.
  if (!wasDeletedHere(queries, id)) void queries.invalidateQueries({ queryKey: jobKeys.one(id) });
}

const changesAppointment = (queries: QueryClient, id?: string): boolean =>
  isChanging<AppointmentChange>(
    queries,
    appointmentKeys.change,
    (change) => id === undefined || change.id === id,
  );

const fetchAppointments = (queries: QueryClient) =>
  refetchSoon(queries, appointmentKeys.all, () => changesAppointment(queries));

function writeAppointments(
  queries: QueryClient,
  id: string,
  change: (list: Appointment[]) => Appointment[],
): void {
  if (changesAppointment(queries, id)) return;
  const update = () => patchQueries(queries, appointmentKeys.all, change);
  writeQueries(queries, appointmentKeys.all, update, () => fetchAppointments(queries));
}

/** `order` is null if it was deleted. */
function writeWorkOrder(queries: QueryClient, { id, jobId }: Order, order: WorkOrder | null): void {
  const changeKeys = [workOrderKeys.change(id), workOrderKeys.removal(jobId)];
  if (changeKeys.some((key) => isChanging(queries, key))) return;
  const refetch = () => refetchSoon(queries, workOrderKeys.root);
  const update = () => {
    patchQueries<WorkOrder[]>(queries, workOrderKeys.ofJob(jobId), (all) =>
      order === null ? without(all, id) : withOne(all, order),
    );
    if (order === null) refetchSoon(queries, workOrderKeys.one(id));
    else patchQueries<WorkOrder>(queries, workOrderKeys.one(id), () => order);
  };
  writeQueries(queries, workOrderKeys.root, update, refetch);
}

function fetchPurchaseOrder(queries: QueryClient, { id, jobId }: Order): void {
  const isPending = () => isChanging(queries, purchaseOrderKeys.change);
  refetchSoon(queries, purchaseOrderKeys.ofJob(jobId), isPending);
  refetchSoon(queries, purchaseOrderKeys.one(id), isPending);
}

/** The server decides the order, and company pages include connections, too. */
function fetchConnections(queries: QueryClient): void {
  refetchSoon(queries, connectionsKey);
  refetchSoon(queries, ['company']);
}

function writeConnections(queries: QueryClient, change: (all: Connection[]) => Connection[]): void {
  writeQueries(
    queries,
    connectionsKey,
    () => patchQueries(queries, connectionsKey, change),
    () => undefined,
  );
  fetchConnections(queries);
}

function writeNotifications(queries: QueryClient, change: (all: Notification[]) => Notification[]): void {
  const newest = (all: Notification[]) =>
    change(all).toSorted((a, b) => b.dateInserted.localeCompare(a.dateInserted));
  const update = () => patchQueries(queries, notificationsKey, newest);
  writeQueries(queries, notificationsKey, update, () => refetchSoon(queries, notificationsKey));
}

/** The handlers by event name. The data has the types that the server sends. */
const handlers: Record<string, (queries: QueryClient, data: never) => void> = {
  job: (queries, job: Job) => writeJob(queries, job.id, () => keepJob(queries, job)),
  job_deleted: (queries, { id }: Named) => writeJob(queries, id, () => dropJob(queries, id)),
  jobs: fetchJobs,
  job_records: (queries, { jobId, what }: { jobId: string; what: unknown }) => {
    if (what === 'notes') refetchSoon(queries, notesKey(jobId), () => areNotesChanging(queries, jobId));
    if (what === 'images') refetchSoon(queries, imagesKey(jobId));
  },

  appointment: (queries, one: Appointment) => writeAppointments(queries, one.id, (all) => withOne(all, one)),
  appointment_deleted: (queries, { id }: Named) => writeAppointments(queries, id, (all) => without(all, id)),
  appointments: fetchAppointments,
  calendars: (queries) => refetchSoon(queries, ['calendars']),
  planning: (queries) => {
    for (const key of ['workdays', 'capacity', 'daysOff']) refetchSoon(queries, [key]);
  },

  connection: (queries, one: Connection) => writeConnections(queries, (all) => withOne(all, one)),
  connection_removed: (queries, { id }: Named) => writeConnections(queries, (all) => without(all, id)),
  connections: fetchConnections,

  work_order: (queries, order: WorkOrder) => writeWorkOrder(queries, order, order),
  work_order_deleted: (queries, order: Order) => writeWorkOrder(queries, order, null),
  purchase_order: fetchPurchaseOrder,
  purchase_order_deleted: fetchPurchaseOrder,

  guest_link: (queries) => refetchSoon(queries, guestLinksKey),

  notification: (queries, one: Notification) => writeNotifications(queries, (all) => withOne(all, one)),
  notification_deleted: (queries, { id }: Named) => writeNotifications(queries, (all) => without(all, id)),

  ...chatEvents,
};

/** Whether the overview of the day may have changed: by anything but appointments, calendars, notifications and working days. */
const changesToday = (event: string): boolean => !/^(appointment|calendar|notification|planning)/.test(event);

/** Whether an offer may have changed: its contractor gets the job, an asked company a notification. */
const changesOffers = (event: string): boolean => /^(jobs?|job_deleted|notification)$/.test(event);

/** Whether a series may have changed: a job of it was made, changed or deleted. */
const changesSeries = (event: string): boolean => /^(jobs?|job_deleted)$/.test(event);

/** A preview asks again when its form changes. Each is a call that the server counts. */
const isNoPreview = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[1] !== 'preview';

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

/** Applies events in one batch, so that the screens render once. Unknown events are ignored. */
export function applyEvents(queries: QueryClient, events: readonly LiveEvent[]): void {
  notifyManager.batch(() => {
    for (const { event, data } of events) {
      if (!Object.hasOwn(handlers, event) || !isObject(data)) continue;
      handlers[event]?.(queries, data as never);
      refetchActivity(queries, event, data);
      if (changesToday(event)) refetchSoon(queries, todayKey);
      if (changesOffers(event)) refetchSoon(queries, jobOffersKey);
      if (changesSeries(event)) refetchSoon(queries, jobSeriesKey, undefined, isNoPreview);
      if (event.startsWith('appointment')) refetchSoon(queries, appointmentSeriesKey, undefined, isNoPreview);
    }
  });
}
