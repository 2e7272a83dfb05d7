import es from '@fullcalendar/react/locales/es';
import { IconX } from '@tabler/icons-react';

import { companyNow } from '@/ui/dates/companyDay';
import { prefersReducedMotion } from '@/ui/theme/reducedMotion';
import { longPressDelay } from './useBlockedDrags';

/**
 * The options of both grids. Every option keeps its identity: the grid rebuilds itself for changed options, and a
 * running drag would be lost.
 */
export const gridOptions = {
  locales: [es],
  headerToolbar: false as const,
  height: '100%',
  firstDay: 0,
  fixedWeekCount: false,
  /** The day that is marked as today. */
  now: () => companyNow(),
  eventDisplay: 'block' as const,
  eventInteractive: true,
  eventResizableFromStart: true,
  longPressDelay,
  /** A style sheet cannot turn this one off: the grid would wait for the end of the transition, and take no other drag. */
  get dragRevertDuration() {
    return prefersReducedMotion() ? 0 : 200;
  },
  popoverCloseContent: <IconX size={18} />,
};
