/** The texts for lanes and days. */
import type { Lane, LaneKind, Span } from '@bindings';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';

import type { Stack } from './stacking';

/** The lane of unassigned jobs has a label instead of a name. */
export const laneName = ({ kind, name }: Lane): string =>
  name ?? (kind === 'unassigned' ? m.lanes_nobody() : m.lanes_nameless());

const kinds: Record<LaneKind, () => string> = {
  subcontractor: () => m.lanes_subcontractor(),
  crew: () => m.lanes_crew(),
  employee: () => m.lanes_employee(),
  unassigned: () => m.lanes_unassigned(),
};

export const laneKindName = (kind: LaneKind): string => kinds[kind]();

/** '3 jobs, 9 days'. */
export const workloadText = ({ bars, days }: Pick<Stack, 'bars' | 'days'>): string =>
  bars.length === 0
    ? m.lanes_free()
    : m.lanes_load({
        jobs: m.calendar_jobCount({ count: bars.length }),
        days: m.lanes_days({ count: days }),
      });

/** 'Tue Jun 9 to Thu Jun 11'. */
export const dateRangeText = ({ startDate, endDate }: Span): string =>
  startDate === endDate
    ? shortDay(startDate)
    : m.lanes_from({ from: shortDay(startDate), to: shortDay(endDate) });
