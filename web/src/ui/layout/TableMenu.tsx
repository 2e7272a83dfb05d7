import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload } from '@tabler/icons-react';
import { m } from '@/i18n';
import { type CsvColumn, saveTable } from '@/ui/files/tableCsv';
import { handlesEscape } from '@/ui/overlays/inlineForm';
import { usePhone } from '@/ui/theme/usePhone';

interface DownloadItemProps {
  /** How many rows the file gets: all that the filters leave. Undefined while loading. */
  count: number | undefined;
  onDownload: () => void;
}

/** The menu item that saves the rows of a list. */
export const DownloadItem = ({ count, onDownload }: DownloadItemProps) => (
  <Menu.Item
    {...handlesEscape}
    leftSection={<IconDownload size={18} aria-hidden />}
    rightSection={count !== undefined && <span className="dim num">{count}</span>}
    disabled={count === undefined || count === 0}
    onClick={onDownload}
  >
    {m.activity_export()}
  </Menu.Item>
);

interface DownloadMenuProps extends DownloadItemProps {
  /** In the header of an overlay, which is dark on a phone. */
  header?: boolean;
}

/** The three-dot menu of a list. */
export function DownloadMenu({ header = false, ...item }: DownloadMenuProps) {
  const phone = usePhone();
  const slate = phone && header;
  return (
    <Menu position="bottom-end" width={220} loop>
      <Menu.Target>
        <ActionIcon
          variant={slate ? 'transparent' : 'default'}
          size={phone ? 48 : 36}
          className={slate ? 'onSlate' : ''}
          aria-label={m.common_listMenu()}
        >
          <IconDots size={phone ? 24 : 18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown {...handlesEscape}>
        <DownloadItem {...item} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface TableMenuProps<Row> extends Pick<DownloadMenuProps, 'header'> {
  /** The name of the list, in that of the file. */
  list: string;
  /** The shown columns, in the language of the page. */
  columns: () => readonly CsvColumn<Row>[];
  /** All rows that the filters leave, not only those on the screen. Undefined while loading. */
  rows: readonly Row[] | undefined;
}

/** The menu of a list whose rows are here. */
export const TableMenu = <Row,>({ list, columns, rows, header = false }: TableMenuProps<Row>) => (
  <DownloadMenu
    header={header}
    count={rows?.length}
    onDownload={() => rows !== undefined && saveTable(list, columns(), rows)}
  />
);
