import { m } from '@/i18n';
import { RefetchIndicator } from '@/ui/feedback/Skeletons';
import { useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';
import { CalendarPanel } from '../CalendarPanel';
import type { CalendarProps } from '../calendarProps';
import { JobMapList, JobMapView, useJobMap } from './JobMap';
import styles from './JobMap.module.css';

/** The map of jobs, and a list of the same jobs. */
export function MapDesktop({ calendar }: CalendarProps) {
  const state = useJobMap(calendar);
  const { jobs, noMap } = state;
  const heading = useHeadingFocus();
  useDocumentTitle(m.calendar_jobMap());
  return (
    <>
      <CalendarPanel calendar={calendar} locations={jobs.locations} />
      <div className={styles.desk} data-nomap={noMap || undefined}>
        <section className={styles.side} aria-label={m.calendar_mapList()}>
          <JobMapList
            state={state}
            withStatus
            head={
              <>
                <div className={styles.head}>
                  <h1 ref={heading} tabIndex={-1} className="grow">
                    {m.calendar_jobMap()}
                  </h1>
                  <span className="muted num" role="status">
                    {m.calendar_jobCount({ count: jobs.placed.length })}
                  </span>
                </div>
                <RefetchIndicator when={jobs.isFetching && !jobs.isPending} />
              </>
            }
          />
        </section>
        <JobMapView state={state} />
      </div>
    </>
  );
}
