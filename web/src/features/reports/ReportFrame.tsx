import type { ReportPeriod } from '@bindings';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { dayField, dayOf } from '@/ui/days';
import { EmptyState } from '@/ui/EmptyState';
import { Refetching, SkeletonCards } from '@/ui/Skeletons';

import { periodName } from './partName';
import styles from './Reports.module.css';
import { ReportToolbar } from './ReportToolbar';
import { refusedDays } from './refusedDays';
import type { ReportPlace } from './useReportPlace';

interface ReportFrameProps<Report> {
  place: ReportPlace;
  report: UseQueryResult<Report, Error>;
  /** Whether there is nothing to count. */
  isEmpty: (report: Report) => boolean;
  emptyHint: string;
  /** What each number counts. */
  notes: readonly string[];
  children: (report: Report) => ReactNode;
}

/** A report with its days: while it is fetched, when it does not come, when there is nothing, and on paper. */
export function ReportFrame<Report extends { period: ReportPeriod }>(props: ReportFrameProps<Report>) {
  const { place, report, isEmpty, emptyHint, notes, children } = props;
  const { company } = useSession();
  const { data } = report;
  const isUsual = place.asked.from === '' && place.asked.to === '' && place.asked.by === '';
  const toUsual = (
    <Button variant="default" onClick={() => place.set({ from: '', to: '', by: '' })}>
      {m.reports_usualDays()}
    </Button>
  );
  const refused = refusedDays(report.error);
  // What was refused is not what is still shown from before.
  const shown = report.error === null ? data : undefined;
  return (
    <div className={`card ${styles.card}`}>
      <header className={styles.paperHead}>
        <p>{company.name}</p>
        <h2>{place.kind.title()}</h2>
        {data !== undefined && <p>{periodName(data.period)}</p>}
        <p>{m.calendar_printed({ date: dayField(dayOf()) })}</p>
      </header>
      <ReportToolbar place={place} period={data?.period} />
      <div className={styles.body}>
        {shown === undefined && report.error === null && <SkeletonCards count={4} height={88} />}
        {report.error !== null && (
          <EmptyState
            art="search"
            title={refused.length > 0 ? refused.join(' ') : report.error.message}
            action={
              <div className="row">
                {refused.length === 0 && (
                  <Button loading={report.isFetching} onClick={() => void report.refetch()}>
                    {m.jobs_retry()}
                  </Button>
                )}
                {!isUsual && toUsual}
              </div>
            }
          >
            {isUsual ? m.common_tryAgain() : m.reports_otherDays()}
          </EmptyState>
        )}
        {shown !== undefined && (
          <>
            <Refetching when={report.isFetching} />
            {isEmpty(shown) ? (
              <EmptyState title={m.reports_none()} action={isUsual ? undefined : toUsual}>
                {emptyHint}
              </EmptyState>
            ) : (
              children(shown)
            )}
            <ul className={styles.notes}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
