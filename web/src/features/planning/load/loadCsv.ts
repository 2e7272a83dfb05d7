/** The load as a file for a spreadsheet, in the language of the page. */
import { m } from '@/i18n';
import { type CsvColumn, saveTable } from '@/ui/files/tableCsv';
import { laneLabel } from './laneLabel';
import type { Load, LoadRow, Week } from './weeklyLoad';

interface Line {
  who: string;
  what: string;
  cells: (number | null)[];
}

function linesOf({ lane, cells }: LoadRow): Line[] {
  const who = laneLabel(lane);
  const hasRoom = cells.some(({ room }) => room !== null);
  return [
    { who, what: m.load_planned(), cells: cells.map(({ planned }) => planned) },
    ...(hasRoom ? [{ who, what: m.load_room(), cells: cells.map(({ room }) => room) }] : []),
  ];
}

export function saveLoad({ rows, open, own }: Load, weeks: readonly Week[]): void {
  const columns: CsvColumn<Line>[] = [
    [m.reports_who(), ({ who }) => who],
    [m.load_days(), ({ what }) => what],
    ...weeks.map(({ from }, at): CsvColumn<Line> => [from, ({ cells }) => cells[at] ?? null]),
  ];
  saveTable('load', columns, [...rows, open, own].flatMap(linesOf));
}
