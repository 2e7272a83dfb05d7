import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';

import type { useCalendarView } from '../useCalendarView';
import { JobMapList, JobMapView, useJobMap } from './JobMap';
import styles from './JobMap.module.css';

/** The map on a phone, below its header, with a list of the same jobs as a sheet at the bottom. */
export function MapPhone({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const state = useJobMap(calendar);
  const [high, setHigh] = useState(false);
  const Arrow = high ? IconChevronDown : IconChevronUp;
  const count = m.calendar_jobCount({ count: state.jobs.placed.length });
  const action = high ? m.calendar_lessList() : m.calendar_moreList();
  return (
    <div className={styles.phone} data-nomap={state.noMap || undefined}>
      <JobMapView state={state} />
      <section className={styles.sheet} data-high={high || undefined} aria-label={m.calendar_mapList()}>
        <JobMapList
          state={state}
          head={
            <button
              type="button"
              className={`${styles.line} ${styles.handle}`}
              aria-expanded={high}
              aria-label={`${count}: ${action}`}
              onClick={() => setHigh(!high)}
            >
              <Arrow size={20} aria-hidden />
              <span className="num">{count}</span>
            </button>
          }
        />
      </section>
    </div>
  );
}
