/** What an entry belongs to: its lane, and its job, which may be a new one that it waits for. */
import type { JobId } from '@bindings';
import type { Entry, EntryOf, StoredEntry, Task } from './outbox';
import { currentId } from './temporaryIds';

/** Entries of the same lane are sent in order. */
export function laneOf(task: Task): string {
  switch (task.kind) {
    case 'note':
      return `job ${task.jobId}`;
    case 'createJob':
    case 'completeJob':
    case 'answerJob':
      return `job ${task.job.id}`;
    case 'photo':
      return `photos ${task.jobId}`;
    case 'message':
      return `room ${task.message.roomId}`;
    case 'picture':
      return `room ${task.roomId}`;
    case 'sign':
      return `order ${task.order.id}`;
    case 'completeAppointment':
    case 'moveAppointment':
      return `appointment ${task.appointment.id}`;
  }
}

/** The job that a task belongs to; null if it belongs to none. */
export function jobIdOf(task: Task): JobId | null {
  if ('jobId' in task) return task.jobId;
  return 'job' in task ? task.job.id : null;
}

/** The same entry for the job with this id. */
export function withJobId<T extends Task>(task: T, id: JobId): T {
  const changed: Task = 'jobId' in task ? { ...task, jobId: id } : task;
  const moved: Task = 'job' in task ? { ...task, job: { ...task.job, id } } : changed;
  return { ...task, ...moved, ...('lane' in task ? { lane: laneOf(moved) } : {}) };
}

/** The same entry with the server's id of its job, if there is one by now. */
export function withCurrentJobId<T extends Task>(task: T): T {
  const id = jobIdOf(task);
  if (id === null || task.kind === 'createJob') return task;
  const current = currentId(id);
  return current === id ? task : withJobId(task, current);
}

/** How other entries change with one that was sent. */
export type Exchange = <T extends StoredEntry>(entry: T) => T;

/** How entries that wait for a new job change when the server has stored it. */
export const exchangeOf =
  (creation: EntryOf<'createJob'>, id: JobId): Exchange =>
  (entry) =>
    entry.id !== creation.id && jobIdOf(entry) === creation.job.id ? withJobId(entry, id) : entry;

/** Whether an entry has to wait until this job is stored. */
export const isBehindCreation = (entry: Entry, creation: Entry): boolean =>
  creation.kind === 'createJob' && entry.id !== creation.id && jobIdOf(entry) === creation.job.id;

/** What waits behind these new jobs: without the job it has no place. */
export const entriesBehind = (creations: readonly Entry[], entries: readonly Entry[]): Entry[] =>
  entries.filter((entry) => creations.some((creation) => isBehindCreation(entry, creation)));
