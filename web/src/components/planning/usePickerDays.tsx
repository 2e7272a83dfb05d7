import type { Job } from '@bindings';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { locale } from '@/i18n';
import type { DayRange } from '@/queries/planning/availability';
import { companyToday } from '@/ui/dates/companyDay';

import { laneOf } from '@/wasm/rules';

import { daysAhead } from './bestWindows';
import { type AssigneeDays, stateText } from './dayStates';
import { PickerDay } from './StateSign';
import { useAssigneeDays } from './useAssigneeDays';

const written = 'YYYY-MM-DD';

/** As the picker names its days. */
const longDay = (day: string): string => dayjs(day).locale(locale()).format('D MMMM YYYY');

/** The weeks of a month, from Sunday, as the calendar shows and has fetched them. */
function weeksOf(day: string): DayRange {
  const month = dayjs(day);
  const [first, last] = [month.startOf('month'), month.endOf('month')];
  return {
    from: first.subtract(first.day(), 'day').format(written),
    to: last.add(6 - last.day(), 'day').format(written),
  };
}

/** The days in which windows are looked for. */
export const rangeAhead = (today: string): DayRange => ({
  from: today,
  to: dayjs(today)
    .add(daysAhead - 1, 'day')
    .format(written),
});

interface PickerDays {
  /** The days of the month that the picker shows. */
  shown: AssigneeDays | null;
  /** The days from today on. */
  ahead: AssigneeDays | null;
  /** The props of a date input that shows them. */
  props: object;
}

/** Shows in a date input whether whoever does the job is free. The days of a month are fetched once. */
export function usePickerDays(job: Job): PickerDays {
  const today = companyToday();
  const [month, setMonth] = useState(job.startDate ?? today);
  const ofCompany = laneOf(job).kind === 'subcontractor';
  const ofMonth = useAssigneeDays(
    useMemo(() => weeksOf(month), [month]),
    ofCompany,
  );
  const ofToday = useAssigneeDays(
    useMemo(() => rangeAhead(today), [today]),
    ofCompany,
  );
  const shown = ofMonth(job);
  const ahead = ofToday(job);
  const days = shown?.days;
  return {
    shown,
    ahead,
    props: {
      onDateChange: setMonth,
      ...(days !== undefined && {
        renderDay: (day: string) => <PickerDay day={day} known={days.get(day)} />,
        // Blank: the picker's own name of the day.
        getDayAriaLabel: (day: string) => {
          const known = days.get(day);
          return known === undefined ? '' : `${longDay(day)}, ${stateText(known)}`;
        },
      }),
    },
  };
}
