/** The load as a file for a spreadsheet, in the language of the page. */
import { m } from '@/i18n';
import { laneLabel } from './laneLabel';
import type { Load, LoadRow, Week } from './weeklyLoad';

/** A cell that begins like a formula would be run by the spreadsheet. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: readonly (string | number)[]) => cells.map(cell).join(',');

function linesOf({ lane, cells }: LoadRow): string[] {
  const who = laneLabel(lane);
  const room = cells.some((each) => each.room !== null);
  return [
    line([who, m.load_planned(), ...cells.map(({ planned }) => planned)]),
    ...(room ? [line([who, m.load_room(), ...cells.map((each) => each.room ?? '')])] : []),
  ];
}

/** With the mark by which spreadsheets know the encoding. */
export function loadCsv({ rows, open, own }: Load, weeks: readonly Week[]): Blob {
  const lines = [
    line([m.reports_who(), m.load_days(), ...weeks.map(({ from }) => from)]),
    ...[...rows, open, own].flatMap(linesOf),
  ];
  return new Blob([`\u{FEFF}${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}
