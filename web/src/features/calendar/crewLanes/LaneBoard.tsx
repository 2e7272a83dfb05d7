import type { Job, Lane } from '@bindings';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo } from 'react';
import type { AssigneeDays } from '@/components/planning/dayStates';
import { m } from '@/i18n';
import { midnight } from '@/ui/dates/dates';
import { useScheme } from '@/ui/theme/colorScheme';

import type { ClosedDays } from '../availability/useClosedDays';
import type { View } from '../calendarDays';
import { usePrintMode } from '../printing/printMode';
import styles from './LaneBoard.module.css';
import { LaneDays } from './LaneDays';
import { type Ghost, LaneRow } from './LaneRow';
import type { Lanes, LaneWithBars } from './useLanes';

/** Heights in px: a bar with its gap, the padding of a lane, the minimum of a lane, and the day headers. */
const pitch = 25;
const around = 12;
const low = 46;
const top = 46;

/** The minimum width of a column, in px: a month scrolls horizontally. */
const widths: Record<View, number> = { month: 72, week: 116, day: 240 };

/** The width of the lane names, in px. */
const headWidth = 232;

const heightOf = ({ rows }: LaneWithBars): number => Math.max(low, rows * pitch + around);

const isWeekend = (day: string) => [0, 6].includes(midnight(day).getUTCDay());

interface LaneBoardProps {
  board: RefObject<HTMLElement | null>;
  drawn: readonly LaneWithBars[];
  days: readonly string[];
  view: View;
  day: string;
  today: string;
  warning: Lanes['warning'];
  /** Where a job would be dropped, and in which lane. */
  ghost: (Ghost & { key: string }) | null;
  lifted: string | null;
  /** The days on which the company does not work. */
  closed: ClosedDays | null;
  /** While a job is moved: the days of whoever a lane belongs to. */
  daysOf: ((lane: Lane) => AssigneeDays | null) | null;
  mayMove: (job: Pick<Job, 'status'>) => boolean;
  mayGive: (job: Pick<Job, 'status'>) => boolean;
  onOpen: (id: string) => void;
  onDay: (day: string) => void;
  /** Scrolls to a lane. */
  revealer: RefObject<((at: number) => void) | null>;
}

/** The lanes below their days. Only the visible ones are rendered; names and days are sticky. */
export function LaneBoard(props: LaneBoardProps) {
  const { board, drawn, days, view, day, today, ghost, revealer, closed, daysOf, onDay, ...row } = props;
  const scheme = useScheme();
  const whole = usePrintMode();
  // oxlint-disable-next-line react/incompatible-library -- it warns about the React Compiler, which is not in use.
  const lanes = useVirtualizer({
    count: drawn.length,
    estimateSize: (at) => heightOf(drawn[at] as LaneWithBars),
    overscan: whole ? drawn.length : 4,
    scrollMargin: top,
    scrollPaddingStart: top,
    getScrollElement: () => board.current,
    getItemKey: (at) => drawn[at]?.lane.key ?? at,
  });
  const heights = drawn.map(heightOf).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the measured sizes hold until a lane grows or shrinks.
  useLayoutEffect(() => lanes.measure(), [lanes, heights]);
  const reveal = useCallback((at: number) => lanes.scrollToIndex(at), [lanes]);
  useEffect(() => {
    revealer.current = reveal;
  }, [revealer, reveal]);

  // A month is scrolled to the selected day, not to the end of the previous month.
  const at = view === 'month' ? days.indexOf(day) : 0;
  useLayoutEffect(() => {
    const width = (board.current?.querySelector('[data-days]')?.clientWidth ?? 0) / days.length;
    board.current?.scrollTo({ left: Math.max(0, (at - 1) * width) });
  }, [board, at, days.length]);

  const columns = useMemo(
    () => ({
      '--lane-head': `${headWidth}px`,
      '--columns': days.length,
      minWidth: headWidth + days.length * widths[view],
    }),
    [days.length, view],
  );
  return (
    <section ref={board} className={styles.board} aria-label={m.lanes_board()}>
      <div className={styles.sheet} data-breadth style={columns as React.CSSProperties}>
        <LaneDays days={days} today={today} alone={view === 'day'} closed={closed} onDay={onDay} />
        <div className={styles.lanes} style={{ height: lanes.getTotalSize() }}>
          <div className={styles.backdrop} data-days aria-hidden>
            {days.map((each) => (
              <i
                key={each}
                data-weekend={(closed === null ? isWeekend(each) : closed.has(each)) || undefined}
                data-today={each === today || undefined}
              />
            ))}
          </div>
          {lanes.getVirtualItems().map(({ index, start, size }) => {
            const lane = drawn[index];
            if (lane === undefined) return null;
            return (
              <div key={lane.lane.key} className={styles.lane} style={{ top: start - top, height: size }}>
                <LaneRow
                  {...row}
                  drawn={lane}
                  ghost={ghost?.key === lane.lane.key ? ghost : null}
                  scheme={scheme}
                  days={days}
                  moving={daysOf?.(lane.lane) ?? null}
                />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
