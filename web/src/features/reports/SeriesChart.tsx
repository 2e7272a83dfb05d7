import '@mantine/charts/styles.layer.css';

import { CompositeChart } from '@mantine/charts';

export interface ChartProps {
  /** One row per week or month: its label as `name`, and its numbers by the names of the series. */
  data: Record<string, string | number | null>[];
  series: { name: string; label: string; color: string; type: 'bar' | 'line' }[];
  format?: (value: number) => string;
}

/** Bars and lines over time. */
export const SeriesChart = ({ data, series, format }: ChartProps) => (
  <CompositeChart
    h={280}
    data={data}
    dataKey="name"
    series={series}
    withLegend
    legendProps={{ verticalAlign: 'bottom' }}
    curveType="linear"
    maxBarWidth={44}
    {...(format === undefined ? {} : { valueFormatter: format })}
    yAxisProps={{ width: format === undefined ? 44 : 84, allowDecimals: false }}
    barProps={{ isAnimationActive: false }}
    lineProps={{ isAnimationActive: false }}
    // Not focusable: screen readers use the table.
    composedChartProps={{ accessibilityLayer: false }}
  />
);
