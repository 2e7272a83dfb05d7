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
  /** Where the cards are dragged onto something other than the grid: called for every press on a card. */
  onPress?: (down: PointerEvent<HTMLElement>) => void;
}

/** A card and the gap after it, in px. */
const pitch = 246;

/** Up to here all cards are drawn; more are drawn where the strip is scrolled to. */
const few = 30;

/** The cards of the strip can be dragged onto a day. The place of a lifted one stays as a ghost. */
function useLiftedCards(list: React.RefObject<HTMLElement | null>, allowed: boolean, shown: boolean) {
  // No card is seen that cannot be lifted yet: a drag would mark its words instead.
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

/** The jobs without dates under the grid. */
export function UnscheduledStrip({ jobs, calendar, onOpen, onPress }: UnscheduledStripProps) {
  const { stripOpen, show } = calendar;
  const scheduleLock = useScheduleLock();
  const list = useRef<HTMLUListElement>(null);
  const title = useId();
  const windowed = jobs.length > few;
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
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
