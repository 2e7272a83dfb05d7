/** What is done to a whole job, from its page, its menu or its form, with all that is asked and told. */
import type { Job } from '@bindings';
import { useState } from 'react';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { confirm, popup } from '@/ui/popups';
import { told } from '@/ui/told';

/** What is told after the dates moved: a subcontractor on the job is asked again. */
export const scheduleNotice = ({ assignedToCompanyId }: Job): string =>
  assignedToCompanyId === null ? notice('scheduleUpdated') : notice('jobUpdatedSubTold');

/** 'Mark Complete' or 'Mark Incomplete'; it shows at once and goes back when it is refused. */
export function useCompletion(job: Job) {
  const { complete } = useJobChanges();
  const done = job.status === 'complete';
  const toggle = () => void told(() => complete(job, done), notice('thisJobUpdated'));
  return { done, toggle, words: done ? m.jobs_markIncomplete() : m.jobs_markComplete() };
}

/** Takes a job off the calendar. */
export function useTakingOff(job: Job) {
  const { unschedule } = useJobChanges();
  const [busy, setBusy] = useState(false);
  const takeOff = async () => {
    setBusy(true);
    await told(() => unschedule(job), scheduleNotice(job));
    setBusy(false);
  };
  return { busy, takeOff };
}

/** Deletes a job after a question. */
export function useJobRemoval(job: Job, onDeleted: () => void) {
  const { remove } = useJobChanges();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    const sure = await confirm({
      body: `${m.jobs_deleteSure({ title: job.title })} ${notice('cannotRevert')}`,
      confirmLabel: notice('yesRemove'),
      danger: true,
    });
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
  return { busy, ask };
}
