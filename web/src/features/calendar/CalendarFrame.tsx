import type { ReactNode } from 'react';
import { RefetchIndicator } from '@/ui/feedback/Skeletons';

import styles from './CalendarDesktop.module.css';
import { CalendarFailure } from './CalendarFailure';
import { CalendarPanel } from './CalendarPanel';
import { CalendarToolbar } from './CalendarToolbar';
import { PlanningLines } from './dayMenu/PlanningLines';
import type { FilterFieldsProps } from './filters/Filters';

interface CalendarFrameProps extends FilterFieldsProps {
  isFetching: boolean;
  failure: Error | null;
  tryAgain: () => void;
  children: ReactNode;
}

/** The frame of the desktop calendar: the open panel at the side, the toolbar above the days. */
export function CalendarFrame({ calendar, locations, children, ...fetching }: CalendarFrameProps) {
  const { isFetching, failure, tryAgain } = fetching;
  return (
    <>
      <CalendarPanel calendar={calendar} locations={locations} />
      <div className={styles.main}>
        <CalendarToolbar calendar={calendar} />
        <RefetchIndicator when={isFetching} />
        <CalendarFailure failure={failure} tryAgain={tryAgain} />
        <PlanningLines />
        {children}
      </div>
    </>
  );
}
