import type { Job, WorkOrder } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { ActionBar } from '@/ui/layout/ActionBar';
import { PageTitle } from '@/ui/layout/PageTitle';
import { addressLines } from '@/ui/print/documentHead';
import { OrderSheet } from '@/ui/print/OrderSheet';
import { usePhone } from '@/ui/theme/usePhone';

import { ItemPanel } from './ItemPanel';
import { OrderItems } from './OrderItems';
import styles from './OrderPage.module.css';
import { recipientName } from './recipient';
import { SaveButtons } from './SaveButtons';
import { SendCard } from './SendCard';
import { SendPanel } from './SendPanel';
import { SignButtons, SignOffs } from './SignOffs';
import { workOrderDocument } from './workOrderDocument';

const jobOf = ({ jobId }: WorkOrder) => `/app/jobs/${jobId}?view=workOrders`;

/** Returns to where the order was opened from, or to its job if the page was opened by its address. */
function Back({ order, size }: { order: WorkOrder; size: number }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const back = () => void (key === 'default' ? navigate(jobOf(order)) : navigate(-1));
  const phone = size > 44;
  return (
    <ActionIcon
      size={size}
      variant={phone ? 'transparent' : 'default'}
      className={(phone ? styles.phoneBack : '') ?? ''}
      aria-label={m.workOrders_back()}
      onClick={back}
    >
      <IconArrowLeft size={phone ? 24 : 19} aria-hidden />
    </ActionIcon>
  );
}

/** On a phone the job has a separate card, above the signatures. */
const JobCard = ({ order, job }: { order: WorkOrder; job: Job }) => (
  <Link to={jobOf(order)} className={`card phoneOnly ${styles.job}`}>
    <strong>{job.title}</strong>
    <span className="muted">{addressLines(job).join(', ')}</span>
  </Link>
);

interface OrderPageProps {
  order: WorkOrder;
  job: Job;
}

/** A work order as it is printed, with its signatures and its mails. */
export function OrderPage({ order, job }: OrderPageProps) {
  const { company } = useSession();
  const zone = useCompanyZone();
  const phone = usePhone();
  const [open, setOpen] = useState<'item' | 'send' | null>(null);
  const own = company.companyType === 'contractor';
  const title = m.workOrders_titleOf({ title: order.title });
  const to = recipientName(job);
  const { head, facts, signatures, printed } = workOrderDocument(order, job, company, zone);
  const add = () => setOpen('item');
  const send = () => setOpen('send');
  const close = () => setOpen(null);
  const addButton = (icon: boolean) => (
    <Permitted action="workOrders.edit">
      {icon ? (
        <ActionIcon
          size={48}
          className={styles.phoneBack ?? ''}
          aria-label={m.workOrders_addItem()}
          onClick={add}
        >
          <IconPlus size={24} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconPlus size={17} aria-hidden />} onClick={add}>
          {m.workOrders_addItem()}
        </Button>
      )}
    </Permitted>
  );
  const actions = (
    <>
      {own && addButton(phone)}
      <SaveButtons order={order} job={job} phone={phone} />
    </>
  );
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle
        title={title}
        under={
          <Link to={jobOf(order)} className={styles.under}>
            {job.jobNumber === null ? job.title : `${job.title}, #${job.jobNumber}`}
          </Link>
        }
        before={<Back order={order} size={36} />}
        back={<Back order={order} size={48} />}
        {...(phone ? { phoneActions: actions } : { actions })}
      />
      <div className={styles.main}>
        <JobCard order={order} job={job} />
        <div className={styles.sheet}>
          <OrderSheet
            label={title}
            head={head}
            facts={facts}
            printed={printed}
            {...(signatures === undefined ? {} : { signatures })}
          >
            <OrderItems order={order} onAdd={add} />
          </OrderSheet>
        </div>
      </div>
      <aside className={styles.side}>
        <div className={styles.signOffs}>
          <SignOffs order={order} />
        </div>
        {own && (
          <div className={styles.sends}>
            <SendCard order={order} job={job} onSend={send} />
          </div>
        )}
      </aside>
      {phone && (
        <ActionBar>
          <SignButtons order={order} verbs="main" />
        </ActionBar>
      )}
      {open === 'item' && <ItemPanel order={order} item={null} onClose={close} />}
      {open === 'send' && to !== null && <SendPanel order={order} job={job} to={to} onClose={close} />}
    </div>
  );
}
