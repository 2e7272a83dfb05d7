import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DownloadButton } from '@/components/feedback/DownloadButton';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { customersFile } from '@/queries/customers';

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
