/** The preview of a job while it is dragged, or while another lane is chosen for it by keyboard. */
import type { Job, Span } from '@bindings';
import { m } from '@/i18n';
import type { WorkCalendar } from '@/wasm/rules';

import { type Days, daysBetween } from '../calendarDays';
import { lengthText } from '../grid/spans';
import type { Point } from '../overlaps/PointerTooltip';
import type { Ghost } from './LaneRow';
import { laneName } from './laneText';
import type { Drag, DropTarget } from './useLaneDrag';
import type { Lanes } from './useLanes';
import type { Reassign } from './useReassign';

function placeOf(target: DropTarget, { drawn }: Lanes) {
  if (target === null || target === 'unscheduled') return null;
  const lane = drawn.find((one) => one.lane.key === target.key)?.lane;
  return lane === undefined ? null : { lane, span: target.span };
}

const clipped = ({ startDate, endDate }: Span, { from, to }: Days): Span => ({
  startDate: startDate < from ? from : startDate,
  endDate: endDate > to ? to : endDate,
});

/** Where the job would be dropped; null if it would stay, or be outside the visible days. */
export function dragGhost(
  job: Job,
  target: DropTarget,
  days: Days,
  lanes: Lanes,
  reassign: Reassign,
): (Ghost & { key: string }) | null {
  const place = placeOf(target, lanes);
  if (place === null || place.span.startDate > days.to || place.span.endDate < days.from) return null;
  const { startDate, endDate } = clipped(place.span, days);
  return {
    key: place.lane.key,
    first: daysBetween(days.from, startDate),
    last: daysBetween(days.from, endDate),
    refused: reassign.moveBlockedReason(job, lanes.laneOfJob(job), place) !== null,
  };
}

interface Note {
  at: Point;
  title: string;
  under: string | null;
  refused: string | null;
  warning: string | null;
}

/** The text of the tooltip at the pointer. */
export function dragNote(
  { job, target, at }: Drag,
  lanes: Lanes,
  reassign: Reassign,
  calendar: WorkCalendar | null,
): Note {
  if (target === 'unscheduled') {
    return { at, title: m.calendar_dropUnscheduled(), under: null, refused: null, warning: null };
  }
  const place = placeOf(target, lanes);
  if (place === null) return { at, title: job.title, under: null, refused: null, warning: null };
  const { lane, span } = place;
  const own = lanes.laneOfJob(job);
  const refused = reassign.moveBlockedReason(job, own, place);
  const [title, under] =
    lane.key === own.key ? [lengthText(span, calendar), null] : [laneName(lane), lengthText(span, calendar)];
  return { at, title, under, refused, warning: refused === null ? lanes.warningIn(job, lane, span) : null };
}
