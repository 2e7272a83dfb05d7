/** Lists as files for a spreadsheet. */
import { companyToday } from '@/ui/dates/companyDay';
import { csvFile } from '@/wasm/rules';
import { saveFile } from './saveFile';

/** A plain value: days as `YYYY-MM-DD`, money as a number. An empty cell is null. */
export type CsvValue = string | number | null;

/** The heading of a column, and its value in a row. */
export type CsvColumn<Row> = readonly [heading: string, value: (row: Row) => CsvValue];

/** The rows as a file that spreadsheets open as UTF-8 and whose cells they do not run. */
export function tableCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Blob {
  const lines = rows.map((row) => columns.map(([, value]) => String(value(row) ?? '')));
  return new Blob([csvFile([columns.map(([heading]) => heading), ...lines])], {
    type: 'text/csv;charset=utf-8',
  });
}

/** Saves the rows as a file that is named by the list and the company's day, such as `customers-2026-11-26.csv`. */
export const saveTable = <Row>(
  list: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): void => saveFile(`${list}-${companyToday()}.csv`, tableCsv(columns, rows));
