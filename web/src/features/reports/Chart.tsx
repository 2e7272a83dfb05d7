import { Suspense } from 'react';
import { lazyPart } from '@/ui/loading/lazyPart';
import styles from './Reports.module.css';
import type { ChartProps } from './SeriesChart';

/** Loaded lazily: the chart library is larger than the page, and the table does not wait for it. */
const SeriesChart = lazyPart(async () => (await import('./SeriesChart')).SeriesChart);

/** Hidden from screen readers: the table below has the same numbers. */
export const Chart = (props: ChartProps) => (
  <div className={styles.chart} aria-hidden="true">
    <Suspense>
      <SeriesChart {...props} />
    </Suspense>
  </div>
);
