import type { Job, Lane, Span } from '@bindings';
import { useCallback, useState } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { useScheduleLock } from '@/components/jobs/useScheduleLock';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAssignments } from '@/queries/jobs/assignment';
import { confirm, popup, type Question } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { isScheduled, whyNotEmployee } from '@/wasm/rules';

import { useJobMoves } from '../useJobMoves';
import { dateRangeText, laneName } from './laneText';
import type { Assignees } from './useAssignees';
import type { Lanes, PendingMove } from './useLanes';

/** A position on the board. */
export interface LanePosition {
  lane: Lane;
  span: Span;
}

/** The confirmation before a job is reassigned. */
function question(job: Job, from: Lane, { lane, span }: LanePosition, warning: string | null): Question {
  const who = laneName(lane);
  const former = laneName(from);
  const back = lane.kind === 'unassigned';
  const moves = isScheduled(job.startDate, job.endDate) && !isAtPosition(job, span);
  const body = [
    from.kind !== 'unassigned' && !back && m.lanes_giveFrom({ who: former }),
    back && from.kind === 'subcontractor' && m.jobs_takeBackTold(),
    isTakenBack(from, lane.kind) && m.jobs_takeBackThen(),
    lane.kind === 'subcontractor' && m.lanes_giveAccept({ who }),
    lane.kind === 'crew' && m.lanes_giveAtOnce(),
    (moves || !isScheduled(job.startDate, job.endDate)) && m.lanes_giveDays({ days: dateRangeText(span) }),
    warning,
  ];
  return {
    title: back
      ? m.lanes_takeAsk({ title: job.title, who: former })
      : m.lanes_giveAsk({ title: job.title, who }),
    body: body.filter(Boolean).join(' '),
    confirmLabel: back ? m.lanes_takeYes() : m.lanes_giveYes(),
  };
}

/** True if the move unassigns a subcontractor or a crew. Employees are unassigned by another call. */
const isTakenBack = (from: Lane, to: Lane['kind']): boolean =>
  to === 'unassigned' && (from.kind === 'subcontractor' || from.kind === 'crew');

export const isAtPosition = (job: Pick<Job, 'startDate' | 'endDate'>, span: Span): boolean =>
  job.startDate === span.startDate && job.endDate === span.endDate;

/** Moves a job to other days, another assignee, or both. Reassigning asks for confirmation. */
export function useReassign(assignees: Assignees) {
  const { company, language, whyNot } = useSession();
  const scheduleLock = useScheduleLock();
  const assignments = useAssignments();
  const { move } = useJobMoves();
  const [pendingMove, setPendingMove] = useState<PendingMove | null>(null);

  /** Why this lane cannot take the job; null if it can. */
  const laneBlockedReason = (job: Job, from: Lane, { kind, key, name }: Lane): string | null => {
    if (key === from.key) return null;
    if (job.status === 'complete') return scheduleLock(job.status);
    const who = name ?? m.lanes_nameless();
    const former = laneName(from);
    if (isTakenBack(from, kind)) return whyNot('jobs.assign');
    if (kind === 'subcontractor' || kind === 'crew') {
      const candidates = kind === 'crew' ? assignees.crews : assignees.connections;
      const missing = assignees.isLoaded ? m.lanes_whyGone({ who }) : m.lanes_whyWait();
      return whyNot('jobs.assign') ?? (candidates.has(key) ? null : missing);
    }
    const forbidden = whyNot('jobs.assignEmployee');
    if (forbidden !== null) return forbidden;
    // An employee is assigned in addition to a custom crew, not instead of it.
    if (from.kind === 'crew') return m.lanes_whyBeside({ who: former });
    const refused = whyNotEmployee(job, company.companyType, language);
    if (refused !== null) return refused;
    if (kind === 'unassigned' || assignees.employees.has(key)) return null;
    return assignees.isLoaded ? m.lanes_whyGone({ who }) : m.lanes_whyWait();
  };

  /** Why the job cannot be moved there, because of its days or its assignee; null if it can. */
  const moveBlockedReason = (job: Job, from: Lane, { lane, span }: LanePosition): string | null =>
    laneBlockedReason(job, from, lane) ?? (isAtPosition(job, span) ? null : scheduleLock(job.status));

  /** Changes assignee and days in one request, so that a job is never moved only halfway. */
  const give = (job: Job, from: Lane, { lane: { key, kind }, span }: LanePosition): Promise<Job> => {
    const to = assignments(job, isAtPosition(job, span) ? undefined : span);
    if (isTakenBack(from, kind)) return to.toNobody();
    const connection = assignees.connections.get(key);
    const crew = assignees.crews.get(key);
    if (connection !== undefined) return to.toSubcontractor(connection);
    if (crew !== undefined) return to.toCrew(crew, null);
    return to.toEmployee(kind === 'employee' ? (assignees.employees.get(key) ?? null) : null);
  };

  const moveJob = async (job: Job, from: Lane, place: LanePosition, lanes: Pick<Lanes, 'warningIn'>) => {
    const { lane, span } = place;
    const reason = moveBlockedReason(job, from, place);
    if (reason !== null) return void popup.oops(reason);
    const shown = { id: job.id, lane, span };
    if (lane.key === from.key) {
      if (isAtPosition(job, span)) return;
      await move(job, span);
      return;
    }
    const warning = lanes.warningIn(job, lane, span);
    setPendingMove(shown);
    try {
      if (!(await confirm(question(job, from, place, warning)))) return;
      const succeeded = await runWithToast(() => give(job, from, place), notice('assignmentChanged'));
      if (succeeded && warning !== null) toast.warn(m.lanes_overlap(), warning);
    } finally {
      setPendingMove((now) => (now === shown ? null : now));
    }
  };

  const mayMove = useCallback(
    (job: Pick<Job, 'status'>) => scheduleLock(job.status) === null,
    [scheduleLock],
  );
  const canGive = whyNot('jobs.assign') === null || whyNot('jobs.assignEmployee') === null;
  const mayGive = useCallback((job: Pick<Job, 'status'>) => job.status === 'active' && canGive, [canGive]);

  /** Why neither the days nor the assignee of the job may change; null if one of them may. */
  const blockedReason = (job: Pick<Job, 'status'>): string | null =>
    mayMove(job) || mayGive(job) ? null : (scheduleLock(job.status) ?? whyNot('jobs.assign'));

  return { pendingMove, moveJob, moveBlockedReason, blockedReason, mayMove, mayGive };
}

export type Reassign = ReturnType<typeof useReassign>;
