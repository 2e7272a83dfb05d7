import { m } from '@/i18n';
import type { Entry } from '@/queries/offline/outbox';
import { dateTimeText } from '@/ui/dates/times';

/** The label of the kind of entry. */
export function entryKindText(entry: Entry): string {
  switch (entry.kind) {
    case 'note':
      return m.outbox_note();
    case 'photo':
      return m.outbox_photo();
    case 'message':
      return m.outbox_message();
    case 'picture':
      return m.outbox_picture();
    case 'sign':
      return m.outbox_sign();
    case 'createJob':
      return m.outbox_newJob();
    case 'completeJob':
      return entry.isActive ? m.outbox_incomplete() : m.outbox_complete();
    case 'answerJob':
      return entry.accepts ? m.outbox_accept() : m.outbox_decline();
    case 'moveAppointment':
      return m.outbox_move();
    case 'completeAppointment':
      return m.outbox_appointment();
  }
}

/** The text of the entry; empty if it has none. */
export function entryContent(entry: Entry, zone: string): string {
  if (entry.kind === 'note') return entry.content;
  if (entry.kind === 'createJob') {
    const { address, city, state, zip } = entry.form;
    return [address, city, state, zip].filter((part) => part.trim() !== '').join(', ');
  }
  if (entry.kind === 'message') return entry.message.contents;
  if (entry.kind === 'moveAppointment')
    return `${dateTimeText(entry.start, zone)} – ${dateTimeText(entry.end, zone)}`;
  return entry.kind === 'completeAppointment' ? entry.followUpNote : '';
}

/** The address of the page that the entry belongs to. */
export function entryDestination(entry: Entry): string {
  switch (entry.kind) {
    case 'note':
      return `/app/jobs/${entry.jobId}?view=notes`;
    case 'photo':
      return `/app/jobs/${entry.jobId}?view=images`;
    case 'message':
      return `/app/messages/${entry.message.roomId}`;
    case 'picture':
      return `/app/messages/${entry.roomId}`;
    case 'sign':
      return `/app/work_order/${entry.order.id}`;
    case 'createJob':
    case 'completeJob':
    case 'answerJob':
      return `/app/jobs/${entry.job.id}`;
    case 'completeAppointment':
    case 'moveAppointment':
      return `/app/calendar/appointment_options/${entry.appointment.id}`;
  }
}
