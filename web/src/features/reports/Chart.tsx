import { lazy, Suspense } from 'react';

import type { ChartProps } from './DrawnChart';
import styles from './Reports.module.css';

/** The library that draws weighs more than the page: the table does not wait for it. */
const DrawnChart = lazy(async () => ({ default: (await import('./DrawnChart')).DrawnChart }));

/** For the eye alone: the same numbers stand in the table below. */
export const Chart = (props: ChartProps) => (
  <div className={styles.chart} aria-hidden="true">
    <Suspense>
      <DrawnChart {...props} />
    </Suspense>
  </div>
);
