/** The load as a file for a spreadsheet, in the language of the page. */
import { m } from '@/i18n';
import { type CsvColumn, saveTable } from '@/ui/files/tableCsv';
import { laneLabel } from './laneLabel';
import type { Week, Workload, WorkloadRow } from './weeklyWorkload';

interface Line {
  who: string;
  what: string;
  cells: (number | null)[];
}

function linesOf({ lane, cells }: WorkloadRow): Line[] {
  const who = laneLabel(lane);
  const hasRoom = cells.some(({ room }) => room !== null);
  return [
    { who, what: m.load_planned(), cells: cells.map(({ planned }) => planned) },
    ...(hasRoom ? [{ who, what: m.load_room(), cells: cells.map(({ room }) => room) }] : []),
  ];
}

export function saveWorkload({ rows, open, own }: Workload, weeks: readonly Week[]): void {
  const columns: CsvColumn<Line>[] = [
    [m.reports_who(), ({ who }) => who],
    [m.load_days(), ({ what }) => what],
    ...weeks.map(({ from }, at): CsvColumn<Line> => [from, ({ cells }) => cells[at] ?? null]),
  ];
  saveTable('load', columns, [...rows, open, own].flatMap(linesOf));
}
