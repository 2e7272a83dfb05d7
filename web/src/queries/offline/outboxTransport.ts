/** Sends each kind of entry to the server. */
import type { AnswerAssignment, CompleteAppointment, CompleteJob, SignWorkOrder } from '@bindings';
import { ApiFailure } from '@/api/client';
import { deliverFile, type FileCall, type FileDeliveryOptions } from '@/api/fileDelivery';
import { callIdempotent } from '@/api/idempotency';
import { m } from '@/i18n';

import type { Entry, FileEntry } from './outbox';
import { jobIdOf } from './outboxLanes';
import { deliverMove } from './outboxMoves';
import { isTemporaryId } from './temporaryIds';

const named = encodeURIComponent;

/** Where a file is sent, and the fields besides it. */
function addressOf(entry: FileEntry): Pick<FileCall, 'path' | 'fields'> {
  if (entry.kind === 'photo') return { path: `/api/jobs/uploadJobImage/${named(entry.jobId)}`, fields: {} };
  const tags = entry.tags.length > 0 ? { tags: entry.tags.map(({ id }) => id) } : {};
  return {
    path: `/api/chat/sendAttachment/${named(entry.roomId)}`,
    fields: { ...tags, tempId: entry.tempId },
  };
}

const fileCall = (entry: FileEntry): FileCall => ({
  ...addressOf(entry),
  file: entry.file,
  key: entry.id,
  arriving: entry.arriving ?? null,
});

/** Sends an entry with its idempotency key: sent twice it counts once. */
export async function deliver<T>(entry: Entry, options: FileDeliveryOptions = {}): Promise<T> {
  const { id: key, userId } = entry;
  const post = (path: string, body: object): Promise<T> =>
    callIdempotent('POST', path, body, key, options.again);
  const jobId = jobIdOf(entry);
  if (jobId !== null && isTemporaryId(jobId) && entry.kind !== 'createJob')
    throw new ApiFailure(404, 'not_found', m.outbox_jobWaits());
  switch (entry.kind) {
    case 'note': {
      return post('/api/jobs/addNote', { authorId: userId, jobId, content: entry.content });
    }
    case 'photo':
    case 'picture':
      return deliverFile(fileCall(entry), options);
    case 'message': {
      const { roomId, contents, tempId, tags } = entry.message;
      const body = { userId, roomId, contents, tags: tags.map(({ id }) => id), tempId };
      return post('/api/chat/sendMessage', body);
    }
    case 'sign': {
      const { id: orderId, itemsVersion } = entry.order;
      const body: SignWorkOrder = { orderId, itemsVersion };
      return post('/api/work_orders/sign', body);
    }
    case 'completeJob': {
      const { id: jobId, status, startDate, endDate } = entry.job;
      const was = { status, startDate, endDate };
      const body: CompleteJob = { jobId, isActive: entry.isActive, was };
      return post('/api/jobs/complete', body);
    }
    case 'createJob':
      return post('/api/jobs/create', entry.form);
    case 'answerJob': {
      const { jobCrewTableId, startDate, endDate } = entry.job;
      const body: AnswerAssignment = { jobCrewTableId, didAccept: entry.accepts, startDate, endDate };
      return post('/api/jobs/update/acceptDecline', body);
    }
    case 'moveAppointment':
      return deliverMove(entry, options.again ?? false);
    case 'completeAppointment': {
      const { id, start, end } = entry.appointment;
      const body: CompleteAppointment = { followUpNote: entry.followUpNote, was: { start, end } };
      return callIdempotent('PUT', `/api/appointments/complete/${named(id)}`, body, key, options.again);
    }
  }
}
