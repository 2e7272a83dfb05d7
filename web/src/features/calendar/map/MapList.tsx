import { IconCheck } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { m } from '@/i18n';
import { ColorBar } from '@/ui/jobs/ColorBar';

import windowed from '../WindowedList.module.css';
import styles from './MapList.module.css';
import type { LocatedJob } from './useMapJobs';

/** In px. */
const rowHeight = 60;

interface MapListProps {
  jobs: readonly LocatedJob[];
  selected: string | null;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  /** True if there is no map to select on: a press opens the job. */
  opensAtOnce?: boolean;
}

/** The number of rows that a key moves by in the list; null for other keys. */
function stepOf(key: string, at: number, last: number, page: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? last : at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(last, to));
}

function Row({ job }: { job: LocatedJob }) {
  const done = job.status !== 'active';
  return (
    <>
      <ColorBar color={job.color} done={done} height={34} />
      <span className={styles.words}>
        <span className={styles.title}>
          {done && <IconCheck size={15} stroke={2.6} aria-label={m.common_complete()} />}
          <span className="trunc">{job.title}</span>
        </span>
        <span className={`trunc ${styles.place}`}>{[job.address, job.city].filter(Boolean).join(', ')}</span>
      </span>
      {job.jobNumber !== null && <span className={`num ${styles.number}`}>#{job.jobNumber}</span>}
    </>
  );
}

/** The jobs of the map as a list, to select one by keyboard or with a screen reader. */
export function MapList({ jobs, selected, onSelect, onOpen, opensAtOnce = false }: MapListProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const at = selected === null ? -1 : jobs.findIndex((job) => job.id === selected);
  // oxlint-disable-next-line react/incompatible-library -- it warns about the React Compiler, which is not in use.
  const rows = useVirtualizer({
    count: jobs.length,
    estimateSize: () => rowHeight,
    overscan: 6,
    getScrollElement: () => list.current,
    getItemKey: (row) => jobs[row]?.id ?? row,
    // The selected row is always rendered, because the list references it for screen readers.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((a, b) => a - b);
    },
  });
  const reveal = useEffectEvent((chosen: string | null) => {
    if (chosen !== null && at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  });
  useEffect(() => reveal(selected), [selected]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / rowHeight) - 1);
    const to = stepOf(event.key, at, jobs.length - 1, page);
    const job = to === null ? undefined : jobs[to];
    if (job !== undefined) onSelect(job.id);
    else if ((event.key === 'Enter' || event.key === ' ') && selected !== null && at >= 0) onOpen(selected);
    else return;
    event.preventDefault();
  };

  /** Returns a handler that acts on the pressed row. */
  const pressed = (act: (id: string) => void) => (event: MouseEvent<HTMLElement>) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null;
    const job = row === null ? undefined : jobs[Number(row.dataset.at)];
    if (job !== undefined) act(job.id);
  };

  return (
    <>
      <span id={`${id}-keys`} className="spoken">
        {m.calendar_mapKeys()}
      </span>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        className={styles.list}
        aria-label={m.calendar_mapList()}
        aria-activedescendant={at < 0 ? undefined : `${id}-${selected}`}
        aria-describedby={`${id}-keys`}
        onKeyDown={onKeyDown}
        onClick={pressed(opensAtOnce ? onOpen : onSelect)}
        onDoubleClick={pressed(onOpen)}
      >
        <div role="presentation" className={windowed.length} style={{ height: rows.getTotalSize() }} />
        {rows.getVirtualItems().map(({ index, start }) => {
          const job = jobs[index];
          if (job === undefined) return null;
          return (
            <div
              key={job.id}
              id={`${id}-${job.id}`}
              role="option"
              tabIndex={-1}
              data-at={index}
              className={styles.row}
              style={{ top: start, height: rowHeight }}
              aria-selected={index === at}
              aria-setsize={jobs.length}
              aria-posinset={index + 1}
            >
              <Row job={job} />
            </div>
          );
        })}
      </div>
    </>
  );
}
