/** What was waiting is with the server: its answer goes where that of a direct call goes. */
import type { Appointment, ChatMessage, Job, JobImage, NoteId, SignOff } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';

import { appointmentKeys, appointmentTaken } from './appointmentsCache';
import { pictureTaken } from './chatPictures';
import { forgetMessage, messageTaken } from './chatSending';
import { catchUp } from './chatThread';
import { imagesKey, photoTaken } from './jobImages';
import { notesKey, noteTaken } from './jobNotes';
import { keep, refresh, refreshSoon } from './jobsCache';
import type { Entry } from './outbox';
import { orderTaken, workOrderKeys } from './workOrders';

export function taken(queries: QueryClient, entry: Entry, answer: unknown): void {
  switch (entry.kind) {
    case 'note':
      noteTaken(queries, entry, (answer as { id: NoteId }).id);
      break;
    case 'photo':
      photoTaken(queries, entry.jobId, (answer as { newEntry: JobImage }).newEntry);
      break;
    case 'message':
      messageTaken(queries, entry.message.tempId, (answer as { message: ChatMessage }).message);
      break;
    case 'picture':
      pictureTaken(queries, (answer as { message: ChatMessage }).message);
      break;
    case 'sign':
      orderTaken(queries, entry.order, { signed: (answer as { newSignOff: SignOff }).newSignOff });
      break;
    case 'completeJob':
      keep(queries, (answer as { job: Job }).job);
      refreshSoon(queries);
      break;
    case 'completeAppointment':
      appointmentTaken(queries, (answer as { appointment: Appointment }).appointment);
      break;
  }
}

const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** It is here no more, be it sent by another tab or given up: the server says how it stands. */
export function renew(queries: QueryClient, entry: Entry): void {
  switch (entry.kind) {
    case 'note':
      quietly(queries.invalidateQueries({ queryKey: notesKey(entry.jobId) }));
      break;
    case 'photo':
      quietly(queries.invalidateQueries({ queryKey: imagesKey(entry.jobId) }));
      break;
    case 'message':
      quietly(catchUp(queries, entry.message.roomId));
      break;
    case 'picture':
      quietly(catchUp(queries, entry.roomId));
      break;
    case 'sign':
      quietly(queries.invalidateQueries({ queryKey: workOrderKeys.root }));
      break;
    case 'completeJob':
      refresh(queries);
      break;
    case 'completeAppointment':
      quietly(queries.invalidateQueries({ queryKey: appointmentKeys.all }));
      break;
  }
}

/** Somebody gave it up. What was shown only because it waited goes. */
export function givenUp(queries: QueryClient, entry: Entry): void {
  if (entry.kind === 'message') forgetMessage(queries, entry.message);
  else renew(queries, entry);
}
