import type { Job } from '@bindings';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/queries/jobs/jobs';

/**
 * 'Mark Complete' or 'Mark Incomplete': shows at once and is reverted when it is refused. A completion can be undone
 * from its message, because the button is easily pressed by mistake.
 */
export function useCompletion(job: Job) {
  const { complete } = useJobChanges();
  const done = job.status === 'complete';
  const reopen = () => void runWithToast(() => complete(job, true), notice('thisJobUpdated'));
  const toggle = () => {
    if (done) reopen();
    else void runWithToast(() => complete(job, false), m.jobs_completed({ title: job.title }), reopen);
  };
  return { done, toggle, words: done ? m.jobs_markIncomplete() : m.jobs_markComplete() };
}
