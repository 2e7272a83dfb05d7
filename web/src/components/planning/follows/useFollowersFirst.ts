import type { Job, Span } from '@bindings';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { m } from '@/i18n';
import { useCachedJobs } from '@/queries/planning/follows';
import { fetchShiftPlan, type ShiftPlan, type ShiftTerms } from '@/queries/planning/shift';
import { choose } from '@/ui/overlays/popups';

type Moved = Pick<Job, 'id'> & { title?: string };

/** The job on its new days, and those behind it as far as they have to give way. */
const termsOf = (id: string, { startDate, endDate }: Span): ShiftTerms => ({
  selection: { jobIds: [id] },
  to: startDate,
  withFollowing: true,
  adjust: [{ jobId: id, startDate, endDate }],
});

/** Without an answer the job is moved alone, as it was asked for. */
async function planOf(terms: ShiftTerms): Promise<ShiftPlan | null> {
  try {
    return await fetchShiftPlan(terms);
  } catch {
    return null;
  }
}

/**
 * Before a job moves that others follow: asks whether those behind it move as well, where they would begin too early.
 * Returns whether the job is to be moved by itself, at once if none follow; otherwise the move of all is open, or the
 * user has canceled.
 */
export function useFollowersFirst(): (job: Moved, span: Span) => true | Promise<boolean> {
  const { find, followersOf } = useCachedJobs();
  const navigate = useNavigate();
  const ask = useCallback(
    async (job: Moved, span: Span): Promise<boolean> => {
      const plan = await planOf(termsOf(job.id, span));
      const behind = plan?.moves.filter(({ jobId }) => jobId !== job.id) ?? [];
      if (behind.length === 0) return true;
      const title = find(job.id)?.title ?? job.title ?? '';
      const answer = await choose({
        title: m.follows_moveAsk(),
        body: m.follows_moveBody({ count: behind.length, job: title }),
        confirmLabel: m.follows_moveAll(),
        otherLabel: m.follows_moveOnly(),
      });
      if (answer === 'other') return true;
      const { startDate: start, endDate: end } = span;
      if (answer) {
        const params = new URLSearchParams(
          window.location.pathname === '/app/calendar' ? window.location.search : '',
        );
        for (const [name, value] of Object.entries({ job: job.id, start, end })) params.set(name, value);
        void navigate({ pathname: '/app/calendar/move', search: params.toString() });
      }
      return false;
    },
    [find, navigate],
  );
  return useCallback((job, span) => followersOf(job.id).length === 0 || ask(job, span), [followersOf, ask]);
}
