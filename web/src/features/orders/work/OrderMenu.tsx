import type { Job, WorkOrder } from '@bindings';
import { ActionIcon, Button, Loader, Menu } from '@mantine/core';
import { IconDownload, IconPrinter, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useCancelable } from '@/ui/feedback/useCancelable';
import { printSheet } from '@/ui/print/printOutput';

import styles from './OrderMenu.module.css';
import { recipientName, sendBlockedReason } from './recipient';
import { saveWorkOrderPdf } from './workOrderPdf';

interface OrderMenuProps {
  order: WorkOrder;
  job: Job;
  /** Renders an icon for the slate header of a phone. */
  phone?: boolean;
  onSend: () => void;
}

/** 'Send / print': mail to the subcontractor, save as PDF, or print. */
export function OrderMenu({ order, job, phone = false, onSend }: OrderMenuProps) {
  const { company } = useSession();
  const zone = useCompanyZone();
  const { busy, run, stop } = useCancelable();
  const [open, setOpen] = useState(false);
  const save = () => void run((signal) => saveWorkOrderPdf(order, job, { company, zone, signal }));
  const to = recipientName(job);
  const name = m.workOrders_sendPrint();
  const target = {
    'aria-label': busy ? m.common_stopOf({ what: name }) : name,
    ...(busy ? { onClick: stop } : {}),
  };
  const icon = busy ? <Loader size={17} /> : <IconPrinter size={phone ? 24 : 17} aria-hidden />;
  return (
    <Menu
      position="bottom-end"
      width={260}
      shadow="md"
      withinPortal
      opened={open}
      // While a PDF is being created, a press cancels it and does not open the menu.
      onChange={(next) => setOpen(next && !busy)}
    >
      <Menu.Target>
        {phone ? (
          <ActionIcon size={48} className={styles.phone ?? ''} {...target}>
            {icon}
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={icon} {...target}>
            {busy ? m.common_stop() : name}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {company.companyType === 'contractor' && (
          <Permitted action="workOrders.edit" unless={sendBlockedReason(job)}>
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
          onClick={save}
        >
          {m.workOrders_savePdf()}
        </Menu.Item>
        <Menu.Item
          className={styles.item ?? ''}
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => void run(printSheet)}
        >
          {m.workOrders_print()}
        </Menu.Item>
      </Menu.Dropdown>
      <span className="spoken" role="status">
        {busy && m.common_writing()}
      </span>
    </Menu>
  );
}
