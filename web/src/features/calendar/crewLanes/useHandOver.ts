import type { Job, Lane, Span } from '@bindings';
import { useCallback, useState } from 'react';
import { m, notice } from '@/i18n';
import { useAssignments } from '@/session/jobAssignment';
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
    back && from.kind === 'subcontractor' && m.jobs_takeBackTold(),
    isTakenBack(from, lane.kind) && m.jobs_takeBackThen(),
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

/** A subcontractor or a crew loses the job to nobody. An employee is another call's. */
const isTakenBack = (from: Lane, to: Lane['kind']): boolean =>
  to === 'unassigned' && (from.kind === 'subcontractor' || from.kind === 'crew');

export const isOn = (job: Pick<Job, 'startDate' | 'endDate'>, span: Span): boolean =>
  job.startDate === span.startDate && job.endDate === span.endDate;

/** Moves a job to other days, to other hands, or both. Other hands are asked about first. */
export function useHandOver(hands: Hands) {
  const { company, language, whyNot } = useSession();
  const whyFixed = useWhyFixed();
  const assignments = useAssignments();
  const { move } = useMoves();
  const [onItsWay, setOnItsWay] = useState<OnItsWay | null>(null);

  /** Why this lane cannot take the job; null when it can. */
  const whyNotIn = (job: Job, from: Lane, { kind, key, name }: Lane): string | null => {
    if (key === from.key) return null;
    if (job.status === 'complete') return whyFixed(job.status);
    const who = name ?? m.lanes_nameless();
    const former = laneName(from);
    if (isTakenBack(from, kind)) return whyNot('jobs.assign');
    if (kind === 'subcontractor' || kind === 'crew') {
      const taken = kind === 'crew' ? hands.crews : hands.connections;
      const gone = hands.isLoaded ? m.lanes_whyGone({ who }) : m.lanes_whyWait();
      return whyNot('jobs.assign') ?? (taken.has(key) ? null : gone);
    }
    const forbidden = whyNot('jobs.assignEmployee');
    if (forbidden !== null) return forbidden;
    // An employee stands beside a custom crew, not in its place.
    if (from.kind === 'crew') return m.lanes_whyBeside({ who: former });
    const refused = whyNotEmployee(job, company.companyType, language);
    if (refused !== null) return refused;
    if (kind === 'unassigned' || hands.employees.has(key)) return null;
    return hands.isLoaded ? m.lanes_whyGone({ who }) : m.lanes_whyWait();
  };

  /** Why the job cannot go there, for its days or for its hands. */
  const whyNotTo = (job: Job, from: Lane, { lane, span }: Place): string | null =>
    whyNotIn(job, from, lane) ?? (isOn(job, span) ? null : whyFixed(job.status));

  /** Hands and days in one call, so that the job never stands half there. */
  const give = (job: Job, from: Lane, { lane: { key, kind }, span }: Place): Promise<Job> => {
    const to = assignments(job, isOn(job, span) ? undefined : span);
    if (isTakenBack(from, kind)) return to.toNobody();
    const connection = hands.connections.get(key);
    const crew = hands.crews.get(key);
    if (connection !== undefined) return to.toSubcontractor(connection);
    if (crew !== undefined) return to.toCrew(crew, null);
    return to.toEmployee(kind === 'employee' ? (hands.employees.get(key) ?? null) : null);
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
      const went = await told(() => give(job, from, place), notice('assignmentChanged'));
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
