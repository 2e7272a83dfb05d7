import type { ImportMapping } from '@bindings';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { RidgeTabs } from '@/ui/layout/RidgeTabs';
import { TableToolbar } from '@/ui/layout/TableToolbar';
import type { ImportCounts, ImportPreviewRow, ImportSheet } from '@/wasm/importRules';

import styles from './ImportPreview.module.css';
import { download } from './importFile';
import { fieldName, type ImportConfig } from './importKinds';

type Outcome = ImportPreviewRow['outcome'];
type Shown = Outcome | 'all';

/** Rows are read from the sheet in pages, and cached while mapping, filter and language stay the same. */
const page = 100;

const verdicts: Record<Outcome, { icon: ReactNode; word: () => string }> = {
  good: { icon: <IconCheck size={15} stroke={2.6} aria-hidden />, word: () => m.imports_good() },
  refused: { icon: <IconAlertCircle size={15} aria-hidden />, word: () => m.imports_refusedRow() },
  alreadyThere: { icon: <IconCopy size={15} aria-hidden />, word: () => m.imports_twice() },
};

function Verdict({ of, row }: { of: ImportConfig; row: ImportPreviewRow }) {
  const { icon, word } = verdicts[row.outcome];
  return (
    <>
      <span className={styles.verdict} data-outcome={row.outcome}>
        {icon}
        {word()}
      </span>
      {row.errors.length > 0 && (
        <ul className={styles.reasons}>
          {row.errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <strong>{fieldName(of, field)}:</strong> {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The widths of the first two columns, in px; without them they would jump while rows are windowed. */
const narrow = { row: 70, good: 130, refused: 360 };

type RowAt = (at: number) => ImportPreviewRow | undefined;

/** Returns the row at a position, reading its page when it is first needed. */
function paged(read: (from: number, count: number) => ImportPreviewRow[]): RowAt {
  const pages = new Map<number, ImportPreviewRow[]>();
  return (at) => {
    const number = Math.floor(at / page);
    const rows = pages.get(number) ?? read(number * page, page);
    pages.set(number, rows);
    return rows[at % page];
  };
}

interface TableProps {
  of: ImportConfig;
  sheet: ImportSheet;
  mapping: ImportMapping;
  shown: Shown;
  count: number;
  /** Whether rows show reasons, which need a wider column. */
  reasons: boolean;
}

const Gap = ({ height }: { height: number }) =>
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells takes no focus.
  height > 0 ? <tr aria-hidden="true" className={styles.gap} style={{ height }} /> : null;

/** A scrollable region without links must be focusable to be scrolled by keyboard. */
const reachable = { tabIndex: 0 };

function Rows({ of, sheet, mapping, shown, count, reasons }: TableProps) {
  const scroller = useRef<HTMLElement>(null);
  const { language } = useSession();
  const only = shown === 'all' ? undefined : shown;
  const rowAt = useMemo(
    () => paged((from, many) => sheet.rows(mapping, from, many, language, only)),
    [sheet, mapping, language, only],
  );
  const columns = useMemo(() => {
    const headings = sheet.headings();
    return of.fields
      .map((column) => ({ ...column, at: headings.indexOf(mapping[column.field] ?? '') }))
      .filter(({ at }) => at >= 0);
  }, [of, sheet, mapping]);
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const result = reasons ? narrow.refused : narrow.good;
  const width = columns.reduce((sum, column) => sum + column.width, narrow.row + result);
  return (
    <section
      ref={scroller}
      className={styles.scroller}
      aria-label={m.imports_preview()}
      data-sideways
      {...reachable}
    >
      <table className={`table ${styles.table}`} aria-rowcount={count + 1} style={{ width }}>
        <colgroup>
          <col style={{ width: narrow.row }} />
          <col style={{ width: result }} />
          {columns.map(({ field, width: wide }) => (
            <col key={field} style={{ width: wide }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{m.imports_row()}</th>
            <th scope="col">{m.imports_verdict()}</th>
            {columns.map(({ field, name }) => (
              <th key={field} scope="col">
                {name()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={first?.start ?? 0} />
          {items.map(({ index, key }) => {
            const row = rowAt(index);
            if (row === undefined) return null;
            const refused = new Set(row.errors.map(({ field }) => field));
            return (
              <tr key={key} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                <td className="num dim" data-label={m.imports_row()}>
                  {row.row}
                </td>
                <td className={styles.result}>
                  <Verdict of={of} row={row} />
                </td>
                {columns.map(({ field, name, at }) => (
                  <td
                    key={field}
                    className={styles.cell}
                    data-label={name()}
                    title={row.cells[at]}
                    data-refused={refused.has(field) || undefined}
                  >
                    {row.cells[at]}
                  </td>
                ))}
              </tr>
            );
          })}
          <Gap height={last === undefined ? 0 : virtual.getTotalSize() - last.end} />
        </tbody>
      </table>
    </section>
  );
}

interface ImportPreviewProps {
  of: ImportConfig;
  sheet: ImportSheet;
  file: string;
  mapping: ImportMapping;
  /** Null while required columns are missing. */
  counts: ImportCounts | null;
}

/** Every row of the file with its result if it is imported, and the reasons. */
export function ImportPreview({ of, sheet, file, mapping, counts }: ImportPreviewProps) {
  const { language } = useSession();
  const [shown, setShown] = useState<Shown>('all');
  if (counts === null)
    return (
      <section className="card filled">
        <p className={styles.empty}>{m.imports_notYet()}</p>
      </section>
    );

  const all = sheet.rowCount();
  const { good, refused, duplicatesInFile } = counts;
  const count = { all, good, refused, alreadyThere: duplicatesInFile }[shown];
  const name = m.imports_downloadName({ file: file.replace(/\.[^.]*$/, '') });
  return (
    <section className="card filled">
      <TableToolbar wraps>
        <div className="grow">
          <RidgeTabs
            bare
            label={m.imports_preview()}
            tabs={[
              { value: 'all', label: m.imports_allRows(), count: all },
              { value: 'good', label: m.imports_goodRows(), count: good },
              { value: 'refused', label: m.imports_refusedRows(), count: refused },
              { value: 'alreadyThere', label: m.imports_twiceRows(), count: duplicatesInFile },
            ]}
            value={shown}
            onChange={(next) => setShown(next as Shown)}
          />
        </div>
        {refused > 0 && (
          <Button
            variant="subtle"
            leftSection={<IconDownload size={17} />}
            onClick={() => download(name, sheet.refusedCsv(mapping, language))}
          >
            {m.imports_download()}
          </Button>
        )}
      </TableToolbar>
      {count === 0 ? (
        <p className={styles.empty}>{m.imports_noRows()}</p>
      ) : (
        <Rows
          of={of}
          key={`${shown} ${JSON.stringify(mapping)}`}
          sheet={sheet}
          mapping={mapping}
          shown={shown}
          count={count}
          reasons={refused > 0 && (shown === 'all' || shown === 'refused')}
        />
      )}
    </section>
  );
}
