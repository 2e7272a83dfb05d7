import type { Job } from '@bindings';
import { Draggable } from '@fullcalendar/react/interaction';
import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type PointerEvent, useCallback, useId, useLayoutEffect, useRef } from 'react';
import { useScheduleLock } from '@/components/jobs/useScheduleLock';
import { m } from '@/i18n';

import { stripTarget } from '../grid/stripTarget';
import { longPressDelay, useBlockedDrags } from '../grid/useBlockedDrags';
import type { useCalendarView } from '../useCalendarView';
import { UnscheduledCard } from './UnscheduledCard';
import styles from './UnscheduledStrip.module.css';

interface UnscheduledStripProps {
  jobs: readonly Job[];
  calendar: ReturnType<typeof useCalendarView>;
  onOpen: (id: string) => void;
  /** Called for every press on a card, if the cards are dragged onto something other than the grid. */
  onPress?: (down: PointerEvent<HTMLElement>) => void;
}

/** A card and the gap after it, in px. */
const pitch = 246;

/** Up to this many cards, all are rendered; otherwise only the visible ones. */
const few = 30;

/** Makes the cards of the strip draggable onto a day. A lifted card leaves a ghost. */
function useLiftedCards(list: React.RefObject<HTMLElement | null>, allowed: boolean, shown: boolean) {
  // Before the first paint: a drag of a card that cannot be lifted yet would select its text.
  useLayoutEffect(() => {
    if (list.current === null || !allowed || !shown) return;
    const cards = new Draggable(list.current, {
      itemSelector: '[data-job]',
      longPressDelay: longPressDelay,
      eventData: ({ textContent }: HTMLElement) => ({
        title: textContent,
        duration: { days: 1 },
        create: false,
      }),
    });
    const { emitter } = cards.dragging;
    emitter.on('dragstart', ({ subjectEl }: { subjectEl: HTMLElement }) => {
      subjectEl.dataset.lifted = 'true';
    });
    emitter.on('dragend', ({ subjectEl }: { subjectEl: HTMLElement }) => {
      delete subjectEl.dataset.lifted;
    });
    return () => cards.destroy();
  }, [list, allowed, shown]);
}

/** The jobs without dates, below the grid. */
export function UnscheduledStrip({ jobs, calendar, onOpen, onPress }: UnscheduledStripProps) {
  const { stripOpen, show } = calendar;
  const scheduleLock = useScheduleLock();
  const list = useRef<HTMLUListElement>(null);
  const title = useId();
  const windowed = jobs.length > few;
  // oxlint-disable-next-line react/incompatible-library -- it warns about the React Compiler, which is not in use.
  const cards = useVirtualizer({
    horizontal: true,
    enabled: windowed && stripOpen,
    count: jobs.length,
    estimateSize: () => pitch,
    overscan: 3,
    getScrollElement: () => list.current,
    getItemKey: (at) => jobs[at]?.id ?? at,
  });
  const mayMove = scheduleLock('active') === null;
  const drawn = jobs.length > 0 && stripOpen;
  useLiftedCards(list, mayMove && onPress === undefined, drawn);
  const attempt = useBlockedDrags(
    useCallback(
      (id) => {
        const job = jobs.find((other) => other.id === id);
        return job === undefined ? null : scheduleLock(job.status);
      },
      [jobs, scheduleLock],
    ),
  );
  const places = windowed
    ? cards.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : jobs.map((_, index) => ({ index, start: index * pitch }));

  return (
    <section className={styles.strip} aria-labelledby={title} {...stripTarget}>
      <div className={styles.head}>
        <h2 id={title}>{m.common_unscheduled()}</h2>
        <span className={`boxed num ${styles.count}`}>{jobs.length}</span>
        {stripOpen && mayMove && (
          <span className={styles.hint}>
            {onPress === undefined ? m.calendar_stripHint() : m.lanes_stripHint()}
          </span>
        )}
        <span className="grow" />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={stripOpen}
          rightSection={stripOpen ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
          onClick={() => show({ stripOpen: !stripOpen })}
        >
          {stripOpen ? m.calendar_hide() : m.calendar_show()}
        </Button>
      </div>
      {stripOpen && jobs.length === 0 && <p className={styles.none}>{m.calendar_allScheduled()}</p>}
      {drawn && (
        <ul ref={list} className={styles.list} data-sideways onPointerDown={onPress ?? attempt}>
          <li aria-hidden className={styles.length} style={{ width: jobs.length * pitch - 10 }} />
          {places.map(({ index, start }) => {
            const job = jobs[index];
            if (job === undefined) return null;
            return (
              <li
                key={job.id}
                className={styles.place}
                style={{ insetInlineStart: start }}
                aria-setsize={jobs.length}
                aria-posinset={index + 1}
              >
                <UnscheduledCard job={job} movable={mayMove && job.status === 'active'} onOpen={onOpen} />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
