/** The theme of the grid of hours: that of the days, and additions for the hours. */
import type {
  DayHeaderInfo,
  DayLaneInfo,
  EventDisplayInfo,
  PluginInput,
  SlotHeaderInfo,
  SlotLaneInfo,
} from '@fullcalendar/react';

import { all, dayTint, moreLink, ridgelineTheme } from '../grid/gridTheme';
import styles from './hourTheme.module.css';

const isDone = ({ event }: EventDisplayInfo) => event.extendedProps.done === true && styles.done;

const { dayHeaderClass, ...days } = ridgelineTheme.optionDefaults ?? {};

/** In a month the boxes are bars with the same tint. */
const bars = {
  rowEventClass: (info: EventDisplayInfo) => all(styles.tint, styles.row, isDone(info)),
  rowEventInnerClass: styles.rowInner,
  ...moreLink,
};

export const hourTheme: PluginInput = {
  name: 'theme-ridgeline-hours',
  optionDefaults: {
    ...days,
    dayHeaderClass: (info: DayHeaderInfo) =>
      typeof dayHeaderClass === 'function' ? dayHeaderClass(info) : '',
    dayLaneClass: ({ isToday, dow }: DayLaneInfo) => all(styles.lane, dayTint(dow, isToday)),
    dayLaneInnerClass: styles.laneInner,
    slotLaneClass: ({ isMinor }: SlotLaneInfo) => all(styles.slot, isMinor && styles.minor),
    slotHeaderClass: ({ isMinor }: SlotHeaderInfo) => all(styles.slot, styles.hour, isMinor && styles.minor),
    slotHeaderInnerClass: styles.hourInner,
    slotHeaderDividerClass: styles.hourDivider,
    slotHeaderRowClass: styles.line,
    blockEventClass: styles.block,
    columnEventClass: (info: EventDisplayInfo) => all(styles.tint, styles.column, isDone(info)),
    columnEventInnerClass: styles.columnInner,
    columnEventBeforeClass: ({ isStartResizable }: EventDisplayInfo) =>
      isStartResizable ? all(styles.grip, styles.gripStart) : '',
    columnEventAfterClass: ({ isEndResizable }: EventDisplayInfo) =>
      isEndResizable ? all(styles.grip, styles.gripEnd) : '',
    nowIndicatorLineClass: styles.now,
  },
  views: { dayGrid: bars },
};
