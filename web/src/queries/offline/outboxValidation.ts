/**
 * Entries that the rules refuse are not queued: the server would refuse them later, when the user can no longer correct
 * them.
 */
import type { Action, FieldError } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';
import { type Language, language } from '@/i18n';
import { profileQuery } from '@/queries/accounts/session';
import {
  checkAppointmentTimes,
  checkCompleteAppointment,
  checkCompleteJob,
  checkMessage,
  checkNewJob,
  checkNote,
  checkUpload,
  whyNot,
  whyNotAnswer,
} from '@/wasm/rules';
import type { CallEntry, FileTask } from './outbox';

const actions: Record<CallEntry['kind'], Action> = {
  note: 'jobs.notes',
  message: 'chat.send',
  sign: 'workOrders.sign',
  createJob: 'jobs.create',
  completeJob: 'jobs.complete',
  answerJob: 'jobs.acceptDecline',
  completeAppointment: 'appointments.complete',
  moveAppointment: 'appointments.schedule',
};

function refusals(entry: CallEntry, reader: Language): FieldError[] {
  switch (entry.kind) {
    case 'note':
      return checkNote({ content: entry.content }, reader);
    case 'message':
      return checkMessage({ contents: entry.message.contents, attachments: 0 }, reader);
    case 'createJob':
      return checkNewJob(entry.form, reader);
    case 'completeJob':
      return checkCompleteJob({ jobId: entry.job.id, isActive: entry.isActive }, reader);
    case 'completeAppointment':
      return checkCompleteAppointment({ followUpNote: entry.followUpNote }, reader);
    case 'moveAppointment':
      return checkAppointmentTimes({ start: entry.start, end: entry.end, lengthMinutes: null }, reader);
    case 'answerJob':
    case 'sign':
      return [];
  }
}

/** Throws an `ApiFailure` as the server would. */
export function validateEntry(queries: QueryClient, entry: CallEntry): void {
  const profile = queries.getQueryData(profileQuery.queryKey);
  const reader = language();
  const { company, user } = profile ?? {};
  if (company && user) {
    const role = { companyType: company.companyType, userType: user.userType };
    const reason = whyNot(role, actions[entry.kind], reader);
    if (reason !== null) throw new ApiFailure(403, 'forbidden', reason);
  }
  const settled = entry.kind === 'answerJob' ? whyNotAnswer(entry.job, reader) : null;
  if (settled !== null) throw new ApiFailure(409, 'conflict', settled);
  const fields = refusals(entry, reader);
  if (fields[0] !== undefined) throw new ApiFailure(422, 'validation', fields[0].message, fields);
}

/** The error message of the rules for a file that must not be sent, else null. */
export function fileRefusal(
  kind: FileTask['kind'],
  { type, size }: Pick<File, 'type' | 'size'>,
  reader: Language,
): string | null {
  const upload = { kind: kind === 'photo' ? 'jobImage' : 'chatImage', mime: type, bytes: size } as const;
  return checkUpload(upload, reader)[0]?.message ?? null;
}
