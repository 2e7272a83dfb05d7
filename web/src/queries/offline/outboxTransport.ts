/** Sends each kind of entry to the server. */
import type { CompleteAppointment, CompleteJob, SignWorkOrder } from '@bindings';
import { type UploadOptions, upload } from '@/api/client';
import { callIdempotent } from '@/api/idempotency';

import type { Entry } from './outbox';

const named = encodeURIComponent;

/** Sends an entry with its idempotency key: sent twice it counts once. */
export function deliver<T>(entry: Entry, options: UploadOptions = {}): Promise<T> {
  const { id: key, userId } = entry;
  const post = (path: string, body: object): Promise<T> =>
    callIdempotent('POST', path, body, key, options.again);
  switch (entry.kind) {
    case 'note': {
      const { jobId, content } = entry;
      return post('/api/jobs/addNote', { authorId: userId, jobId, content });
    }
    case 'photo': {
      const form = new FormData();
      form.set('image', entry.file);
      return upload(`/api/jobs/uploadJobImage/${named(entry.jobId)}`, form, { ...options, key });
    }
    case 'message': {
      const { roomId, contents, tempId, tags } = entry.message;
      const body = { userId, roomId, contents, tags: tags.map(({ id }) => id), tempId };
      return post('/api/chat/sendMessage', body);
    }
    case 'picture': {
      const form = new FormData();
      form.set('image', entry.file);
      if (entry.tags.length > 0) form.set('tags', JSON.stringify(entry.tags.map(({ id }) => id)));
      form.set('tempId', entry.tempId);
      return upload(`/api/chat/sendAttachment/${named(entry.roomId)}`, form, { ...options, key });
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
    case 'completeAppointment': {
      const { id, start, end } = entry.appointment;
      const body: CompleteAppointment = { followUpNote: entry.followUpNote, was: { start, end } };
      return callIdempotent('PUT', `/api/appointments/complete/${named(id)}`, body, key, options.again);
    }
  }
}
