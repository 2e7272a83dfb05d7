import type { Job, WorkOrder } from '@bindings';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDownload, IconPrinter, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { useCompanyZone } from '@/session/timeZone';
import { Permitted } from '@/ui/Permitted';
import { printSheet } from '@/ui/paper/output';

import styles from './OrderMenu.module.css';
import { saveWorkOrder } from './output';
import { sentTo, whyNotSent } from './sending';

interface OrderMenuProps {
  order: WorkOrder;
  job: Job;
  /** An icon in the slate header of a phone. */
  phone?: boolean;
  onSend: () => void;
}

/** 'Send / print': by mail to the subcontractor, as a PDF, or on paper. */
export function OrderMenu({ order, job, phone = false, onSend }: OrderMenuProps) {
  const { company } = useSession();
  const zone = useCompanyZone();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await saveWorkOrder(order, job, company, zone).finally(() => setSaving(false));
  };
  const to = sentTo(job);
  return (
    <Menu position="bottom-end" width={260} shadow="md" withinPortal>
      <Menu.Target>
        {phone ? (
          <ActionIcon
            size={48}
            className={styles.phone ?? ''}
            loading={saving}
            aria-label={m.workOrders_sendPrint()}
          >
            <IconPrinter size={24} aria-hidden />
          </ActionIcon>
        ) : (
          <Button variant="default" loading={saving} leftSection={<IconPrinter size={17} aria-hidden />}>
            {m.workOrders_sendPrint()}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {company.companyType === 'contractor' && (
          <Permitted action="workOrders.edit" unless={whyNotSent(job)}>
            <Menu.Item
              className={styles.item ?? ''}
              leftSection={<IconSend size={18} aria-hidden />}
              onClick={onSend}
            >
              {to === null ? m.workOrders_send() : m.workOrders_sendTo({ company: to })}
            </Menu.Item>
          </Permitted>
        )}
        <Menu.Item
          className={styles.item ?? ''}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void save()}
        >
          {m.workOrders_savePdf()}
        </Menu.Item>
        <Menu.Item
          className={styles.item ?? ''}
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => void printSheet()}
        >
          {m.workOrders_print()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
