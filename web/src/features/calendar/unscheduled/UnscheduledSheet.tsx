import type { Job } from '@bindings';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { m } from '@/i18n';
import { Overlay } from '@/ui/overlays/Overlay';

import { UnscheduledCard } from './UnscheduledCard';
import styles from './UnscheduledSheet.module.css';

interface UnscheduledSheetProps {
  jobs: readonly Job[];
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** A card and the gap after it, in px. */
const pitch = 82;

/** The unscheduled jobs on a phone. A press opens the options with the dates. */
export function UnscheduledSheet({ jobs, onOpen, onClose }: UnscheduledSheetProps) {
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- it warns about the React Compiler, which is not in use.
  const cards = useVirtualizer({
    count: jobs.length,
    estimateSize: () => pitch,
    overscan: 6,
    getScrollElement: () => frame.current,
    getItemKey: (at) => jobs[at]?.id ?? at,
    initialRect: { width: 390, height: 720 },
  });
  return (
    <Overlay
      title={m.common_unscheduled()}
      beside={<span className="num">{jobs.length}</span>}
      onClose={onClose}
    >
      <p className={styles.hint}>{jobs.length === 0 ? m.calendar_allScheduled() : m.calendar_sheetHint()}</p>
      <div ref={frame} className={styles.frame}>
        <ul className={styles.list} style={{ height: cards.getTotalSize() }}>
          {cards.getVirtualItems().map(({ index, start }) => {
            const job = jobs[index];
            return (
              job !== undefined && (
                <li
                  key={job.id}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={jobs.length}
                  aria-posinset={index + 1}
                >
                  <UnscheduledCard job={job} movable={false} onOpen={onOpen} />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </Overlay>
  );
}
