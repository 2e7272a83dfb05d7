/** Actions on a whole job, from its page, its menu or its form, with their confirmations and messages. */
import type { Job } from '@bindings';
import { useState } from 'react';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/queries/jobs/jobs';
import { popup } from '@/ui/overlays/popups';

/** The message after rescheduling: an assigned subcontractor has to accept again. */
export const scheduleNotice = ({ assignedToCompanyId }: Job): string =>
  assignedToCompanyId === null ? notice('scheduleUpdated') : notice('jobUpdatedSubTold');

/** Takes a job off the calendar. */
export function useUnschedule(job: Job) {
  const { unschedule } = useJobChanges();
  const [busy, setBusy] = useState(false);
  const takeOff = async () => {
    setBusy(true);
    await runWithToast(() => unschedule(job), scheduleNotice(job));
    setBusy(false);
  };
  return { busy, takeOff };
}

/** Deletes a job after a confirmation. */
export function useDeleteJob(job: Job, onDeleted: () => void) {
  const { remove } = useJobChanges();
  const [busy, setBusy] = useState(false);
  const requestDelete = async () => {
    const sure = await confirmDelete(m.jobs_deleteSure({ title: job.title }));
    if (!sure) return;
    setBusy(true);
    try {
      await remove(job.id);
      onDeleted();
      void popup.sweet(notice('jobDeleted'));
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof Error)) throw failure;
      void popup.oops(failure.message);
    }
  };
  return { busy, requestDelete };
}
