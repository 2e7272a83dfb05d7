import { m } from '@/i18n';
import { useHeadingFocus, useWindowTitle } from '@/ui/PageTitle';
import { Refetching } from '@/ui/Skeletons';

import type { CalendarProps } from '../CalendarDesk';
import { CalendarPanel } from '../CalendarPanel';
import { JobMapList, JobMapPicture, useJobMap } from './JobMap';
import styles from './JobMap.module.css';

/** The jobs where they are, and a list of the same jobs. */
export function MapDesk({ calendar }: CalendarProps) {
  const state = useJobMap(calendar);
  const { jobs, noMap } = state;
  const heading = useHeadingFocus();
  useWindowTitle(m.calendar_jobMap());
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
                <Refetching when={jobs.isFetching && !jobs.isPending} />
              </>
            }
          />
        </section>
        <JobMapPicture state={state} />
      </div>
    </>
  );
}
