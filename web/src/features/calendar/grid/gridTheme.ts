/** The theme of the grid: a class for each of its elements, so that no style has to be overridden. */
import type { DayCellInfo, DayHeaderInfo, EventDisplayInfo, PluginInput } from '@fullcalendar/react';

import styles from './gridTheme.module.css';

/** Joins class names; missing ones are skipped. */
export const all = (...names: Array<string | undefined | false>): string => names.filter(Boolean).join(' ');

/** The marks of weekends and today, in both grids. */
export const dayTint = (dow: number, isToday: boolean) =>
  all((dow === 0 || dow === 6) && styles.weekend, isToday && styles.today);

/** The link to the events of a day that do not fit. */
export const moreLink = { rowMoreLinkClass: styles.more, rowMoreLinkInnerClass: styles.moreInner };

const bars = {
  rowEventClass: ({ isStart, isEnd }: EventDisplayInfo) =>
    all(styles.row, isStart && styles.starts, isEnd && styles.ends),
  rowEventInnerClass: styles.rowInner,
  ...moreLink,
};

export const ridgelineTheme: PluginInput = {
  name: 'theme-ridgeline',
  optionDefaults: {
    className: styles.calendar,
    viewClass: styles.view,
    tableHeaderClass: styles.head,
    dayHeaderRowClass: styles.line,
    dayRowClass: styles.line,
    dayHeaderAlign: ({ inPopover }: { inPopover: boolean }) => (inPopover ? 'start' : 'center'),
    dayHeaderClass: ({ isToday, inPopover }: DayHeaderInfo) =>
      all(styles.dayHead, isToday && styles.headToday, inPopover && styles.popoverHead),
    dayHeaderInnerClass: styles.dayHeadInner,
    dayHeaderDividerClass: styles.headDivider,
    dayCellClass: ({ isToday, isOther, dow, inPopover, view }: DayCellInfo) =>
      inPopover
        ? styles.popoverDay
        : all(styles.day, isOther && styles.other, dayTint(dow, isToday && view.type !== 'dayGridDay')),
    dayCellTopClass: styles.dayTop,
    dayCellTopInnerClass: styles.top,
    dayCellBottomClass: styles.dayBottom,
    eventColor: 'var(--rl-done)',
    eventContrastColor: 'var(--rl-done-text)',
    eventClass: ({ event, isDragging, isMirror }: EventDisplayInfo) =>
      all(
        styles.bar,
        isDragging && styles.dragged,
        isMirror && styles.mirror,
        event.extendedProps.done === true && styles.done,
        event.extendedProps.pending === true && styles.pending,
      ),
    blockEventClass: styles.block,
    rowEventBeforeClass: ({ isStartResizable }: EventDisplayInfo) =>
      isStartResizable ? all(styles.grip, styles.gripStart) : '',
    rowEventAfterClass: ({ isEndResizable }: EventDisplayInfo) =>
      isEndResizable ? all(styles.grip, styles.gripEnd) : '',
    highlightClass: styles.highlight,
    popoverClass: all('card floating', styles.popover),
    popoverCloseClass: styles.popoverClose,
  },
  views: { dayGrid: bars },
};
