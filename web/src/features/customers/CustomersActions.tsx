import type { Customer, CustomerId } from '@bindings';
import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DownloadButton } from '@/components/feedback/DownloadButton';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { customersFile } from '@/queries/customers';
import type { CsvColumn } from '@/ui/files/tableCsv';
import { TableMenu } from '@/ui/layout/TableMenu';
import { addressLine } from '@/ui/navigation/directions';

import styles from './CustomersScreen.module.css';

export function NewButton({ onClick }: { onClick: () => void }) {
  return (
    <Permitted action="customers.manage">
      <Button leftSection={<IconPlus size={17} stroke={2.4} />} onClick={onClick}>
        {m.customers_new()}
      </Button>
    </Permitted>
  );
}

/** On a narrow desktop only the icon is shown. */
const onlyIcon = () => ({ label: styles.sheetWord ?? '', section: styles.sheetIcon ?? '' });

type Counts = ReadonlyMap<CustomerId, number> | undefined;

/** The columns of the table. */
const columns = (counts: Counts): CsvColumn<Customer>[] => [
  [m.customers_firstName(), ({ firstName }) => firstName],
  [m.customers_lastName(), ({ lastName }) => lastName],
  [m.customers_phone(), ({ phone }) => phone],
  [m.customers_company(), ({ company }) => company],
  [m.customers_address(), addressLine],
  [m.customers_jobs(), ({ id }) => (counts === undefined ? null : (counts.get(id) ?? 0))],
];

interface FoundMenuProps {
  /** Those that the search leaves. */
  customers: readonly Customer[] | undefined;
  counts: Counts;
}

/** Saves the customers that the table shows. */
export const FoundMenu = ({ customers, counts }: FoundMenuProps) => (
  <TableMenu list="customers" columns={() => columns(counts)} rows={customers} />
);

/** Imports and exports the list. Only on a desktop, where users have their spreadsheets. */
export const ImportExportButtons = () => (
  <>
    <Permitted action="customers.manage">
      <Button
        component={Link}
        to="/app/jobs/customers/import"
        variant="default"
        classNames={onlyIcon()}
        aria-label={m.customers_import()}
        leftSection={<IconUpload size={17} />}
      >
        {m.customers_import()}
      </Button>
    </Permitted>
    <DownloadButton label={m.customers_export()} fetched={customersFile} classNames={onlyIcon()} />
  </>
);
