import type { ReportPeriod } from '@bindings';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { companyToday } from '@/ui/dates/companyDay';
import { numericDay } from '@/ui/dates/dates';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import { invalidDays } from './invalidDays';
import { periodName } from './periodNames';
import styles from './Reports.module.css';
import { ReportToolbar } from './ReportToolbar';
import type { ReportParams } from './useReportParams';

interface ReportFrameProps<Report> {
  place: ReportParams;
  report: UseQueryResult<Report, Error>;
  /** Whether there is nothing to count. */
  isEmpty: (report: Report) => boolean;
  emptyHint: string;
  /** What each number counts. */
  notes: readonly string[];
  children: (report: Report) => ReactNode;
}

/** The layout of a report with its period: the loading, failed, empty and print states. */
export function ReportFrame<Report extends { period: ReportPeriod }>(props: ReportFrameProps<Report>) {
  const { place, report, isEmpty, emptyHint, notes, children } = props;
  const { company } = useSession();
  const { data } = report;
  const isUsual = place.query.from === '' && place.query.to === '' && place.query.by === '';
  const toUsual = (
    <Button variant="default" onClick={() => place.set({ from: '', to: '', by: '' })}>
      {m.reports_usualDays()}
    </Button>
  );
  const refused = invalidDays(report.error);
  // After a refused request, the data of the previous one must not be shown.
  const shown = report.error === null ? data : undefined;
  return (
    <div className={`card ${styles.card}`}>
      <header className={styles.paperHead}>
        <p>{company.name}</p>
        <h2>{place.kind.title()}</h2>
        {data !== undefined && <p>{periodName(data.period)}</p>}
        <p>{m.calendar_printed({ date: numericDay(companyToday()) })}</p>
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
            <RefetchIndicator when={report.isFetching} />
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
