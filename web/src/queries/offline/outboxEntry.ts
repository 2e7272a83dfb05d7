/** Creates the outbox entry of a task. */
import type { QueryClient } from '@tanstack/react-query';
import { profileQuery } from '@/queries/accounts/session';
import { type Room, roomName, roomsKey } from '@/queries/chat/rooms';
import { cachedJob } from '@/queries/jobs/jobsCache';
import type { EntryState, Task } from './outbox';
import { laneOf, withCurrentJobId } from './outboxLanes';

function titleOf(queries: QueryClient, task: Task): string {
  switch (task.kind) {
    case 'note':
    case 'photo':
      return cachedJob(queries, task.jobId)?.title ?? '';
    case 'createJob':
      return task.form.title;
    case 'completeJob':
    case 'answerJob':
      return task.job.title;
    case 'sign':
      return task.order.title;
    case 'completeAppointment':
    case 'moveAppointment':
      return `${task.appointment.customerFirstName ?? ''} ${task.appointment.customerLastName ?? ''}`.trim();
    case 'message':
    case 'picture': {
      const roomId = task.kind === 'message' ? task.message.roomId : task.roomId;
      const rooms = queries.getQueryData<Room[]>(roomsKey);
      const room = rooms?.find((each) => each.roomId === roomId);
      return room === undefined ? '' : roomName(room);
    }
  }
}

export function entryOf<T extends Task>(queries: QueryClient, made: T, id: string): T & EntryState {
  const task = withCurrentJobId(made);
  const profile = queries.getQueryData(profileQuery.queryKey);
  if (profile === undefined) throw new Error('nobody is signed in here: nothing can be handed in');
  const state: EntryState = {
    id,
    rank: id,
    userId: profile.user.id,
    lane: laneOf(task),
    title: titleOf(queries, task),
    doneAt: Date.now(),
    state: 'waiting',
    reason: null,
    again: true,
    unsure: false,
    tries: 0,
    unanswered: 0,
    arriving: null,
    foreground: false,
    durable: false,
  };
  return { ...task, ...state };
}
