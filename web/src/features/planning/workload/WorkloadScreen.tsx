import '@/ui/print/print.css';

import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useSession } from '@/queries/accounts/session';
import { companyToday } from '@/ui/dates/companyDay';
import { numericDay } from '@/ui/dates/dates';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';
import { useWorkload } from './useWorkload';
import styles from './Workload.module.css';
import { WorkloadTable } from './WorkloadTable';
import type { Workload } from './weeklyWorkload';
import { saveWorkload } from './workloadCsv';

/** How many open jobs are listed; the list of jobs has the others. */
const mostListed = 20;

const print = () => window.print();

function OpenJobs({ jobs, withoutDays }: { jobs: Workload['openJobs']; withoutDays: number }) {
  return (
    <section className={styles.open} aria-label={m.load_open()}>
      <h2>{m.load_open()}</h2>
      {jobs.length === 0 && withoutDays === 0 && <p className="muted">{m.load_openNone()}</p>}
      <ul>
        {jobs.slice(0, mostListed).map(({ id, title, startDate, endDate }) => (
          <li key={id}>
            <Link to={`/app/jobs/${id}?view=edit`}>{title}</Link>{' '}
            <span className="muted num">
              {startDate !== null && endDate !== null && startDate !== endDate
                ? m.lanes_from({ from: shortDay(startDate), to: shortDay(endDate) })
                : startDate !== null && shortDay(startDate)}
            </span>
          </li>
        ))}
      </ul>
      {jobs.length > mostListed && (
        <p className="muted">{m.load_openMore({ count: jobs.length - mostListed })}</p>
      )}
      {withoutDays > 0 && <p className="muted">{m.load_withoutDays({ count: withoutDays })}</p>}
    </section>
  );
}

/** `/app/calendar/load`: the work of the next twelve weeks by crew and company, and what is given to nobody. */
export function WorkloadScreen() {
  const { company, whyNot } = useSession();
  const forbidden = whyNot('reports.view');
  const { weeks, load, withoutDays, error, isFetching, refetch } = useWorkload();
  const save = () => load && saveWorkload(load, weeks);
  const ready = forbidden === null && load !== undefined;
  return (
    <div className={`page ${styles.page}`} data-sheet>
      <PageTitle
        title={m.load_title()}
        before={<BackArrow label={m.load_back()} to="/app/calendar" desktop />}
        back={<BackArrow label={m.load_back()} to="/app/calendar" />}
        actions={
          ready && (
            <>
              <Button variant="default" leftSection={<IconDownload size={17} aria-hidden />} onClick={save}>
                {m.activity_export()}
              </Button>
              <Button variant="default" leftSection={<IconPrinter size={17} aria-hidden />} onClick={print}>
                {m.calendar_print()}
              </Button>
            </>
          )
        }
        phoneActions={
          ready && (
            <>
              <ActionIcon size={48} className="onSlate" aria-label={m.activity_export()} onClick={save}>
                <IconDownload size={24} />
              </ActionIcon>
              <ActionIcon size={48} className="onSlate" aria-label={m.calendar_print()} onClick={print}>
                <IconPrinter size={24} />
              </ActionIcon>
            </>
          )
        }
      />
      <div className={`card ${styles.card}`}>
        <header className={styles.paperHead}>
          <p>{company.name}</p>
          <h2>{m.load_title()}</h2>
          <p>{m.calendar_printed({ date: numericDay(companyToday()) })}</p>
        </header>
        {forbidden !== null && (
          <EmptyState art="search" title={forbidden}>
            {m.load_forbidden()}
          </EmptyState>
        )}
        {forbidden === null && error !== null && (
          <LoadFailure art="search" why={m.load_failed()} busy={isFetching} onRetry={refetch} />
        )}
        {forbidden === null && error === null && load === undefined && (
          <SkeletonCards count={5} height={56} />
        )}
        {ready && (
          <>
            <RefetchIndicator when={isFetching} />
            <WorkloadTable load={load} weeks={weeks} />
            <OpenJobs jobs={load.openJobs} withoutDays={withoutDays} />
            <ul className={styles.notes}>
              <li>{m.load_noteDays()}</li>
              <li>{m.load_noteRoom()}</li>
              <li>{m.load_noteShared()}</li>
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
