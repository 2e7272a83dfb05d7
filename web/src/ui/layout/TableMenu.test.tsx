import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { renderIn } from '@/testing/render';
import { downloadList, savedFiles } from '@/testing/savedFiles';
import type { CsvColumn } from '@/ui/files/tableCsv';

import { TableMenu } from './TableMenu';

interface Row {
  name: string;
  cost: number | null;
}

const columns = (): CsvColumn<Row>[] => [
  ['Name', ({ name }) => name],
  ['Cost', ({ cost }) => cost],
];
const show = (rows: readonly Row[] | undefined) =>
  renderIn(() => <TableMenu list="roofs" columns={columns} rows={rows} />);

afterEach(() => vi.restoreAllMocks());

test('a spreadsheet gets every row with plain values, and runs none of its cells', async () => {
  const { user } = show([
    { name: '=HYPERLINK("http://evil.example")', cost: 1052.4 },
    { name: '@cmd', cost: null },
    { name: 'Peña, "Ana"', cost: 0 },
  ]);
  const { list, lines } = await downloadList(user);
  expect(list).toBe('roofs');
  expect(lines).toEqual([
    'Name,Cost',
    `"'=HYPERLINK(""http://evil.example"")",1052.4`,
    "'@cmd,",
    '"Peña, ""Ana""",0',
  ]);
});

test('the file begins with the mark by which spreadsheets know accents', async () => {
  const files = savedFiles();
  const { user } = show([{ name: 'Peña', cost: 1 }]);
  await user.click(screen.getByRole('button', { name: 'List options' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Download CSV/ }));
  const [file] = [...files.values()];
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test('an empty list, or one that has not loaded, saves nothing', async () => {
  for (const rows of [[], undefined]) {
    const { user } = show(rows);
    await user.click(screen.getByRole('button', { name: 'List options' }));
    expect(await screen.findByRole('menuitem', { name: /^Download CSV/ })).toBeDisabled();
    cleanup();
  }
});

test('the menu is in Spanish, too', async () => {
  setLanguage('spanish');
  const { user } = show([{ name: 'Peña', cost: 1 }]);
  await user.click(await screen.findByRole('button', { name: 'Opciones de la lista' }));
  expect(await screen.findByRole('menuitem', { name: /^Descargar CSV/ })).toBeVisible();
});
