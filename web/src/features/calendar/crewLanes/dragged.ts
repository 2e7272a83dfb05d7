/** What is shown of a job that is dragged, or that chooses another lane by keyboard. */
import type { Job, Span } from '@bindings';
import { m } from '@/i18n';

import { type Days, daysBetween } from '../calendarDays';
import type { Point } from '../overlaps/PointerNote';
import type { Ghost } from './LaneRow';
import { laneName, spanInWords } from './laneWords';
import type { HandOver } from './useHandOver';
import type { Drag, Target } from './useLaneDrag';
import type { Lanes } from './useLanes';

function placeOf(target: Target, { drawn }: Lanes) {
  if (target === null || target === 'unscheduled') return null;
  const lane = drawn.find((one) => one.lane.key === target.key)?.lane;
  return lane === undefined ? null : { lane, span: target.span };
}

const clipped = ({ startDate, endDate }: Span, { from, to }: Days): Span => ({
  startDate: startDate < from ? from : startDate,
  endDate: endDate > to ? to : endDate,
});

/** Where the job would lie; null where it would stay, or lie out of sight. */
export function ghostOf(
  job: Job,
  target: Target,
  days: Days,
  lanes: Lanes,
  handOver: HandOver,
): (Ghost & { key: string }) | null {
  const place = placeOf(target, lanes);
  if (place === null || place.span.startDate > days.to || place.span.endDate < days.from) return null;
  const { startDate, endDate } = clipped(place.span, days);
  return {
    key: place.lane.key,
    first: daysBetween(days.from, startDate),
    last: daysBetween(days.from, endDate),
    refused: handOver.whyNotTo(job, lanes.laneOfJob(job), place) !== null,
  };
}

interface Note {
  at: Point;
  title: string;
  under: string | null;
  refused: string | null;
  warning: string | null;
}

/** What the note at the pointer says. */
export function noteOf({ job, target, at }: Drag, lanes: Lanes, handOver: HandOver): Note {
  if (target === 'unscheduled') {
    return { at, title: m.calendar_dropUnscheduled(), under: null, refused: null, warning: null };
  }
  const place = placeOf(target, lanes);
  if (place === null) return { at, title: job.title, under: null, refused: null, warning: null };
  const { lane, span } = place;
  const own = lanes.laneOfJob(job);
  const refused = handOver.whyNotTo(job, own, place);
  const [title, under] =
    lane.key === own.key ? [spanInWords(span), null] : [laneName(lane), spanInWords(span)];
  return { at, title, under, refused, warning: refused === null ? lanes.warningIn(job, lane, span) : null };
}
