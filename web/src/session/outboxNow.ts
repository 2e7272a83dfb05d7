/** What stands on the server where somebody else was quicker. */
import type { Appointment, Job, WorkOrder } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';

import type { Entry, EntryOf } from './outbox';

export type Held = EntryOf<'sign' | 'completeJob' | 'completeAppointment'>;

export const isHeld = (entry: Entry): entry is Held =>
  entry.state === 'changed' &&
  (entry.kind === 'sign' || entry.kind === 'completeJob' || entry.kind === 'completeAppointment');

const named = encodeURIComponent;

/** The same entry, with what is seen now in the place of what was seen then. Null where it is gone. */
async function seenNow(entry: Held): Promise<Held | null> {
  if (entry.kind === 'completeJob') {
    const { info } = await call<{ info: Job }>('GET', `/api/jobs/job/${named(entry.job.id)}`);
    return { ...entry, job: info };
  }
  if (entry.kind === 'sign') {
    const path = `/api/work_orders/single/${named(entry.order.id)}`;
    return { ...entry, order: (await call<{ order: WorkOrder }>('GET', path)).order };
  }
  const { appointments } = await call<{ appointments: Appointment[] }>('GET', '/api/appointments/company');
  const appointment = appointments.find(({ id }) => id === entry.appointment.id);
  return appointment === undefined ? null : { ...entry, appointment };
}

/** It is asked for each time that somebody looks: what they agree to is what they see. */
export function useSeenNow(entry: Held) {
  const { data, error, refetch } = useQuery({
    queryKey: ['outbox', 'now', entry.id],
    queryFn: () => seenNow(entry),
    staleTime: 0,
    gcTime: 0,
  });
  return { now: data, error, refetch };
}
