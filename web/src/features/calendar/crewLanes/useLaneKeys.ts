import type { Lane } from '@bindings';
import { type KeyboardEvent, useState } from 'react';
import { m } from '@/i18n';
import { popup } from '@/ui/overlays/popups';

import type { DatedJob } from '../grid/dayOverflow';
import { laneName } from './laneText';
import type { Lanes } from './useLanes';
import type { LanePosition, Reassign } from './useReassign';

/** The lane that is chosen for a job by the arrow keys. */
export interface LaneChoice extends LanePosition {
  job: DatedJob;
}

interface LaneKeys {
  lanes: Lanes;
  reassign: Reassign;
  /** Handles the other keys, which change days and length. */
  rest: (press: KeyboardEvent<HTMLElement>) => void;
  jobOf: (id: string) => DatedJob | undefined;
  /** Scrolls to the chosen lane. */
  reveal: (at: number) => void;
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * On a focused bar, up and down choose another lane, which is announced; Enter reassigns the job, Esc or moving the
 * focus cancels. Nothing is sent before that.
 */
export function useLaneKeys({ lanes, reassign, rest, jobOf, reveal }: LaneKeys) {
  const [choice, setChoice] = useState<LaneChoice | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const { drawn, warningIn, laneOfJob } = lanes;

  const choose = (job: DatedJob, lane: Lane, at: number) => {
    const span = { startDate: job.startDate, endDate: job.endDate };
    const own = laneOfJob(job);
    reveal(at);
    if (lane.key === own.key) {
      setChoice(null);
      setAnnouncement(m.lanes_left());
      return;
    }
    const place = { lane, span };
    const who = laneName(lane);
    const reason = reassign.moveBlockedReason(job, own, place);
    const warning = reason === null ? warningIn(job, lane, span) : null;
    setChoice({ ...place, job });
    const message = reason === null ? m.lanes_chosen({ who }) : m.lanes_chosenNot({ who, reason });
    setAnnouncement(warning === null ? message : `${warning} ${message}`);
  };

  const leave = () => {
    setChoice(null);
    setAnnouncement(m.lanes_left());
  };

  const onKeyDown = (press: KeyboardEvent<HTMLElement>) => {
    const id = (press.target as Element).closest<HTMLElement>('[data-job]')?.dataset.job;
    const job = id === undefined ? undefined : jobOf(id);
    if (job === undefined || press.ctrlKey || press.metaKey || press.altKey) return;
    const chosen = choice?.job.id === job.id ? choice : null;
    const by = press.shiftKey ? undefined : steps[press.key];
    if (by !== undefined) {
      press.preventDefault();
      if (!reassign.mayGive(job)) {
        const reason = reassign.blockedReason(job);
        if (reason !== null) void popup.oops(reason);
        return;
      }
      const key = (chosen?.lane ?? laneOfJob(job)).key;
      const at = drawn.findIndex(({ lane }) => lane.key === key) + by;
      const next = drawn[at];
      if (next !== undefined) choose(job, next.lane, at);
      return;
    }
    if (chosen !== null && (press.key === 'Enter' || press.key === 'Escape')) {
      press.preventDefault();
      press.stopPropagation();
      if (press.key === 'Escape') return leave();
      setChoice(null);
      void reassign.moveJob(job, laneOfJob(job), chosen, lanes);
      return;
    }
    if (chosen !== null && press.key !== 'Shift') leave();
    rest(press);
  };

  /** The focus moved elsewhere: the job stays where it is. */
  const onBlur = () => {
    if (choice !== null) setChoice(null);
  };

  return { choice, said: announcement, onKeyDown, onBlur };
}
