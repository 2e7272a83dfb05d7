/** How queued changes of appointments are shown. */
import type { Appointment } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { applyChanges } from '@/queries/mutations/lists';
import { type Entry, isPendingEntry, outbox, useQueued } from '@/queries/offline/outbox';
import { cachedAppointment } from './appointmentsCache';
import type { AppointmentChange, AppointmentPatch } from './optimisticAppointments';

export const asDone = (followUpNote: string): AppointmentPatch => ({
  status: 'complete',
  followUpNote: followUpNote.trim() || null,
});

function queuedChange(entry: Entry): AppointmentChange[] {
  if (!isPendingEntry(entry)) return [];
  if (entry.kind === 'completeAppointment')
    return [{ id: entry.appointment.id, patch: asDone(entry.followUpNote) }];
  if (entry.kind !== 'moveAppointment') return [];
  const { appointment, start, end } = entry;
  return [{ id: appointment.id, patch: { start, end } }];
}

/** The queued changes. A completed appointment is not moved, so moves come first. */
export function useQueuedChanges(): AppointmentChange[] {
  const moves = useQueued('moveAppointment');
  const completions = useQueued('completeAppointment');
  return useMemo(() => [...moves, ...completions].flatMap(queuedChange), [moves, completions]);
}

/** The appointment as it will be when what is queued now has been sent. */
export const appointmentAfterQueue = (queries: QueryClient, appointment: Appointment): Appointment =>
  applyChanges([cachedAppointment(queries, appointment)], outbox.read().flatMap(queuedChange))[0] ??
  appointment;
