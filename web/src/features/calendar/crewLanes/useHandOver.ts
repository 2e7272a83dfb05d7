import type { Job, Lane, Span } from '@bindings';
import { useCallback, useState } from 'react';
import { m, notice } from '@/i18n';
import { useAssignments } from '@/session/jobAssignment';
import { useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { confirm, popup, type Question } from '@/ui/popups';
import { toast } from '@/ui/toasts';
import { told } from '@/ui/told';
import { useWhyFixed } from '@/ui/useWhyFixed';
import { isScheduled, whyNotEmployee } from '@/wasm/rules';

import { useMoves } from '../useMoves';
import { laneName, spanInWords } from './laneWords';
import type { Hands } from './useHands';
import type { Lanes, OnItsWay } from './useLanes';

/** A place of the board. */
export interface Place {
  lane: Lane;
  span: Span;
}

/** What is asked before a job changes hands. */
function question(job: Job, from: Lane, { lane, span }: Place, warning: string | null): Question {
  const who = laneName(lane);
  const former = laneName(from);
  const back = lane.kind === 'unassigned';
  const moves = isScheduled(job.startDate, job.endDate) && !isOn(job, span);
  const body = [
    from.kind !== 'unassigned' && !back && m.lanes_giveFrom({ who: former }),
    lane.kind === 'subcontractor' && m.lanes_giveAccept({ who }),
    lane.kind === 'crew' && m.lanes_giveAtOnce(),
    (moves || !isScheduled(job.startDate, job.endDate)) && m.lanes_giveDays({ days: spanInWords(span) }),
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

export const isOn = (job: Pick<Job, 'startDate' | 'endDate'>, span: Span): boolean =>
  job.startDate === span.startDate && job.endDate === span.endDate;

/** Moves a job to other days, to other hands, or both. Other hands are asked about first. */
export function useHandOver(hands: Hands) {
  const { company, language, whyNot } = useSession();
  const whyFixed = useWhyFixed();
  const assignments = useAssignments();
  const { schedule } = useJobChanges();
  const { move } = useMoves();
  const [onItsWay, setOnItsWay] = useState<OnItsWay | null>(null);

  /** Why this lane cannot take the job; null when it can. */
  const whyNotIn = (job: Job, from: Lane, { kind, key, name }: Lane): string | null => {
    if (key === from.key) return null;
    if (job.status === 'complete') return whyFixed(job.status);
    const who = name ?? m.lanes_nameless();
    const former = laneName(from);
    if (kind === 'subcontractor' || kind === 'crew') {
      const taken = kind === 'crew' ? hands.crews : hands.connections;
      const gone = hands.isLoaded ? m.lanes_whyGone({ who }) : m.lanes_whyWait();
      return whyNot('jobs.assign') ?? (taken.has(key) ? null : gone);
    }
    const forbidden = whyNot('jobs.assignEmployee');
    if (forbidden !== null) return forbidden;
    // Crews are replaced, never taken away; an employee stands beside a custom crew, not in its place.
    if (kind === 'unassigned' && from.kind !== 'employee') return m.lanes_whyNobody({ who: former });
    if (from.kind === 'crew') return m.lanes_whyBeside({ who: former });
    const refused = whyNotEmployee(job, company.companyType, language);
    if (refused !== null) return refused;
    if (kind === 'unassigned' || hands.employees.has(key)) return null;
    return hands.isLoaded ? m.lanes_whyGone({ who }) : m.lanes_whyWait();
  };

  /** Why the job cannot go there, for its days or for its hands. */
  const whyNotTo = (job: Job, from: Lane, { lane, span }: Place): string | null =>
    whyNotIn(job, from, lane) ?? (isOn(job, span) ? null : whyFixed(job.status));

  const give = (job: Job, { key, kind }: Lane): Promise<Job> => {
    const to = assignments(job);
    const connection = hands.connections.get(key);
    const crew = hands.crews.get(key);
    if (connection !== undefined) return to.toSubcontractor(connection);
    if (crew !== undefined) return to.toCrew(crew, null);
    return to.toEmployee(kind === 'employee' ? (hands.employees.get(key) ?? null) : null);
  };

  /** The hands first: whoever had the job is not told of days that no longer concern them. */
  const changeBoth = async (job: Job, { lane, span }: Place): Promise<void> => {
    await give(job, lane);
    if (!isOn(job, span)) await schedule(job, span);
  };

  const handOver = async (job: Job, from: Lane, place: Place, lanes: Pick<Lanes, 'warningIn'>) => {
    const { lane, span } = place;
    const reason = whyNotTo(job, from, place);
    if (reason !== null) return void popup.oops(reason);
    const shown = { id: job.id, lane, span };
    if (lane.key === from.key) {
      if (isOn(job, span)) return;
      await move(job, span);
      return;
    }
    const warning = lanes.warningIn(job, lane, span);
    setOnItsWay(shown);
    try {
      if (!(await confirm(question(job, from, place, warning)))) return;
      const went = await told(() => changeBoth(job, place), notice('assignmentChanged'));
      if (went && warning !== null) toast.warn(m.lanes_overlap(), warning);
    } finally {
      setOnItsWay((now) => (now === shown ? null : now));
    }
  };

  const mayMove = useCallback((job: Pick<Job, 'status'>) => whyFixed(job.status) === null, [whyFixed]);
  const canGive = whyNot('jobs.assign') === null || whyNot('jobs.assignEmployee') === null;
  const mayGive = useCallback((job: Pick<Job, 'status'>) => job.status === 'active' && canGive, [canGive]);

  /** Why neither days nor hands of the job may change. */
  const whyNeither = (job: Pick<Job, 'status'>): string | null =>
    mayMove(job) || mayGive(job) ? null : (whyFixed(job.status) ?? whyNot('jobs.assign'));

  return { onItsWay, handOver, whyNotTo, whyNeither, mayMove, mayGive };
}

export type HandOver = ReturnType<typeof useHandOver>;
