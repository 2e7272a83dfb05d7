/**
 * Moves of appointments. The call takes no state that the user saw, so it is compared here before a queued move is sent.
 */
import type { Appointment, AppointmentId, AppointmentSeen } from '@bindings';
import { ApiFailure, call } from '@/api/client';
import { callIdempotent } from '@/api/idempotency';
import { m, notice } from '@/i18n';
import type { EntryOf, StoredEntry, Task } from './outbox';
import { notSent } from './outboxFailures';

type Move = Extract<Task, { kind: 'moveAppointment' }>;

/** How many of the moves that one replaced are remembered. */
const maxEarlier = 20;

/** The appointment on the server; undefined if it was deleted. */
export async function fetchAppointment(id: AppointmentId): Promise<Appointment | undefined> {
  const { appointments } = await call<{ appointments: Appointment[] }>('GET', '/api/appointments/company');
  return appointments.find((each) => each.id === id);
}

const isAt = (one: AppointmentSeen, other: AppointmentSeen): boolean =>
  Date.parse(one.start) === Date.parse(other.start) && Date.parse(one.end) === Date.parse(other.end);

const unsent = ({ status, message }: ApiFailure) => new ApiFailure(status, notSent, message);

/** Sends a move. A queued one is refused as `changed` if somebody else has moved the appointment meanwhile. */
export async function deliverMove<T>(entry: EntryOf<'moveAppointment'>, isQueued: boolean): Promise<T> {
  const { id: key, appointment, start, end, earlier = [] } = entry;
  if (isQueued) {
    const now = await fetchAppointment(appointment.id).catch((failure: unknown) => {
      throw failure instanceof ApiFailure && failure.unheard ? unsent(failure) : failure;
    });
    if (now === undefined) throw new ApiFailure(404, 'not_found', m.appointments_notFound());
    // An earlier attempt has arrived.
    if (isAt(now, entry)) return { appointment: now } as T;
    if (![appointment, ...earlier].some((times) => isAt(now, times)))
      throw new ApiFailure(409, 'changed', notice('appointmentChanged'));
  }
  const path = `/api/appointments/schedule/${encodeURIComponent(appointment.id)}`;
  return callIdempotent('PUT', path, { start, end }, key, isQueued);
}

/** Whether no attempt to send it is known: then a later move may take its place. */
export const isUntried = ({ state, unsure, tries, unanswered = 0 }: StoredEntry): boolean =>
  state === 'waiting' && !unsure && tries === 0 && unanswered === 0;

/** The later move in the place of both. A killed browser may have sent the earlier one: its times are no conflict. */
export const mergedMove = <T extends Move>(earlier: Move, later: T): T => ({
  ...later,
  appointment: earlier.appointment,
  earlier: [...(earlier.earlier ?? []), { start: earlier.start, end: earlier.end }].slice(-maxEarlier),
});
