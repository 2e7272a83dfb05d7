/** Applies the results of sent entries to the query cache, as a direct call would. */
import type { Appointment, ChatMessage, Job, JobId, JobImage, NoteId, SignOff } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';

import { appointmentKeys, storeQueuedAppointment } from '@/queries/calendar/appointmentsCache';
import { discardMessage, storeSentMessage, storeSentPicture } from '@/queries/chat/sending';
import { fetchMissedMessages } from '@/queries/chat/thread';
import { imagesKey, storePhoto } from '@/queries/jobs/images';
import { refetchJobs, refetchJobsSoon, removeJob, storeJob } from '@/queries/jobs/jobsCache';
import { cacheNewJob, storeNewJob } from '@/queries/jobs/newJobs';
import { notesKey, storeQueuedNote } from '@/queries/jobs/notes';
import { storeQueuedOrder, workOrderKeys } from '@/queries/orders/workOrders';
import type { Entry } from './outbox';
import { announceExchange } from './temporaryIds';

export function onSent(queries: QueryClient, entry: Entry, answer: unknown): void {
  switch (entry.kind) {
    case 'note':
      storeQueuedNote(queries, entry, (answer as { id: NoteId }).id);
      break;
    case 'photo':
      storePhoto(queries, entry.jobId, (answer as { newEntry: JobImage }).newEntry);
      break;
    case 'message':
      storeSentMessage(queries, entry.message.tempId, (answer as { message: ChatMessage }).message);
      break;
    case 'picture':
      storeSentPicture(queries, (answer as { message: ChatMessage }).message);
      break;
    case 'sign':
      storeQueuedOrder(queries, entry.order, { signed: (answer as { newSignOff: SignOff }).newSignOff });
      break;
    case 'createJob':
      storeNewJob(queries, { ...entry.job, id: (answer as { id: JobId }).id }, entry.form);
      announceExchange();
      break;
    case 'completeJob':
      storeJob(queries, (answer as { job: Job }).job);
      refetchJobsSoon(queries);
      break;
    case 'answerJob':
      if (entry.accepts) storeJob(queries, (answer as { job: Job }).job);
      else removeJob(queries, entry.job.id);
      refetchJobsSoon(queries);
      break;
    case 'completeAppointment':
    case 'moveAppointment':
      storeQueuedAppointment(queries, (answer as { appointment: Appointment }).appointment);
      break;
  }
}

/** A browser that is killed right after a new job has left the outbox, and has no network again, opens its page. */
export async function beforeRemoval(entry: Entry, answer: unknown): Promise<void> {
  if (entry.kind === 'createJob')
    await cacheNewJob(entry.userId, { ...entry.job, id: (answer as { id: JobId }).id });
}

const ignoreFailure = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** The entry has left the outbox, sent or discarded by another tab: the current state is fetched from the server. */
export function onRemovedElsewhere(queries: QueryClient, entry: Entry): void {
  switch (entry.kind) {
    case 'note':
      ignoreFailure(queries.invalidateQueries({ queryKey: notesKey(entry.jobId) }));
      break;
    case 'photo':
      ignoreFailure(queries.invalidateQueries({ queryKey: imagesKey(entry.jobId) }));
      break;
    case 'message':
      ignoreFailure(fetchMissedMessages(queries, entry.message.roomId));
      break;
    case 'picture':
      ignoreFailure(fetchMissedMessages(queries, entry.roomId));
      break;
    case 'sign':
      ignoreFailure(queries.invalidateQueries({ queryKey: workOrderKeys.root }));
      break;
    case 'createJob':
    case 'completeJob':
    case 'answerJob':
      refetchJobs(queries);
      break;
    case 'completeAppointment':
    case 'moveAppointment':
      ignoreFailure(queries.invalidateQueries({ queryKey: appointmentKeys.all }));
      break;
  }
}

/** The user discarded the entry. What was shown only because of it is removed. */
export function onDiscarded(queries: QueryClient, entry: Entry): void {
  if (entry.kind === 'message') discardMessage(queries, entry.message);
  else onRemovedElsewhere(queries, entry);
}
