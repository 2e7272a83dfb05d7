/** The current state on the server that an entry conflicts with. */
import type { Job, WorkOrder } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { ApiFailure, call } from '@/api/client';

import type { Entry, EntryOf } from './outbox';
import { fetchAppointment } from './outboxMoves';

const conflicting = ['sign', 'completeJob', 'answerJob', 'completeAppointment', 'moveAppointment'] as const;

export type Conflicting = EntryOf<(typeof conflicting)[number]>;

export const isConflicting = (entry: Entry): entry is Conflicting =>
  entry.state === 'changed' && conflicting.some((kind) => kind === entry.kind);

const named = encodeURIComponent;

/** The entry based on the current state instead of the outdated one. Null if the job or appointment was deleted. */
async function seenNow(entry: Conflicting): Promise<Conflicting | null> {
  if (entry.kind === 'completeJob' || entry.kind === 'answerJob') {
    const { info } = await call<{ info: Job }>('GET', `/api/jobs/job/${named(entry.job.id)}`);
    return { ...entry, job: info };
  }
  if (entry.kind === 'sign') {
    const path = `/api/work_orders/single/${named(entry.order.id)}`;
    return { ...entry, order: (await call<{ order: WorkOrder }>('GET', path)).order };
  }
  const appointment = await fetchAppointment(entry.appointment.id);
  return appointment === undefined ? null : { ...entry, appointment };
}

/** Fetched whenever it is shown, so that the user decides on the current state. */
export function useServerVersion(entry: Conflicting) {
  const { data, error, refetch } = useQuery({
    queryKey: ['outbox', 'now', entry.id],
    queryFn: () =>
      seenNow(entry).catch((failure: unknown) => {
        if (failure instanceof ApiFailure && failure.status === 404) return null;
        throw failure;
      }),
    staleTime: 0,
    gcTime: 0,
  });
  return { now: data, error, refetch };
}
