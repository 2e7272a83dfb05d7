import type { ReportPeriod } from '@bindings';
import { SegmentedControl } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import dayjs from 'dayjs';
import { useState } from 'react';
import { m } from '@/i18n';
import { companyToday } from '@/ui/dates/companyDay';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';

import styles from './Reports.module.css';
import type { ReportParams } from './useReportParams';

const written = 'YYYY-MM-DD';

/** Presets of common periods. */
function presets(): { label: string; value: [string, string] }[] {
  const today = dayjs(companyToday());
  const span = (unit: 'month' | 'year', back: number, ahead = -back): [string, string] => [
    today.subtract(back, unit).startOf(unit).format(written),
    today.add(ahead, unit).endOf(unit).format(written),
  ];
  return [
    { label: m.reports_thisMonth(), value: span('month', 0) },
    { label: m.reports_lastMonth(), value: span('month', 1) },
    { label: m.reports_nextMonths(), value: span('month', 0, 2) },
    { label: m.reports_thisYear(), value: span('year', 0) },
    { label: m.reports_lastYear(), value: span('year', 1) },
  ];
}

interface ReportToolbarProps {
  place: ReportParams;
  /** The period of the shown report; undefined until it has loaded. */
  period: ReportPeriod | undefined;
}

/** The period of a report, and whether it is by weeks or months. */
export function ReportToolbar({ place: { kind, query, set }, period }: ReportToolbarProps) {
  // A range with only one chosen day is not requested yet.
  const [half, setHalf] = useState<string | null>(null);
  const from = query.from || (period?.from ?? null);
  const to = query.to || (period?.to ?? null);
  return (
    <div className={styles.toolbar}>
      <DatePickerInput
        ariaLabels={datePickerLabels()}
        type="range"
        className={styles.days ?? ''}
        label={m.reports_days()}
        valueFormat="MM/DD/YYYY"
        firstDayOfWeek={0}
        allowSingleDateInRange
        clearable={query.from !== '' || query.to !== ''}
        clearButtonProps={{ 'aria-label': m.reports_usualDays() }}
        presets={presets()}
        popoverProps={{ zIndex: 130, onClose: () => setHalf(null) }}
        value={half === null ? [from, to] : [half, null]}
        onChange={([first, last]) => {
          setHalf(last === null ? first : null);
          if (first === null || last !== null) set({ from: first ?? '', to: last ?? '' });
        }}
      />
      {kind.name !== 'vendors' && (
        <SegmentedControl
          className={styles.by ?? ''}
          aria-label={m.reports_by()}
          value={period?.by ?? query.by}
          onChange={(by) => set({ by })}
          data={[
            { value: 'week', label: m.reports_weeks() },
            { value: 'month', label: m.reports_months() },
          ]}
        />
      )}
    </div>
  );
}
