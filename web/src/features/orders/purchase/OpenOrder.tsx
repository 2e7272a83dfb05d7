import type { Job, PurchaseOrder } from '@bindings';
import { Button } from '@mantine/core';
import { IconDownload, IconPencil, IconPrinter, IconSend2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AssignProducts } from '@/components/orders/products/AssignProducts';
import { productsRefusal } from '@/components/orders/progress/orderOver';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { CancelableButton } from '@/ui/feedback/CancelableButton';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { useCancelable } from '@/ui/feedback/useCancelable';
import { ActionBar } from '@/ui/layout/ActionBar';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';
import { choosesProducts } from '@/ui/navigation/newOrder';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { useUnsavedInput } from '@/ui/overlays/unsavedForms';
import { printSheet } from '@/ui/print/printOutput';
import { usePhone } from '@/ui/theme/usePhone';
import { mayOrderBeSent } from '@/wasm/rules';

import { ConfirmedPrices } from './ConfirmedPrices';
import { DeliveryPhotos } from './deliveries/DeliveryPhotos';
import { OrderCard } from './OrderCard';
import { OrderProgress } from './OrderProgress';
import styles from './PurchaseOrderScreen.module.css';
import { SendPanel } from './SendPanel';
import { usePurchaseOrderPdf } from './usePurchaseOrderPdf';
import { useSendForm } from './useSendForm';

/** Returns to where the order was opened from, or to its job if the page was opened by its address. */
function Back({ job, desktop = false }: { job: string; desktop?: boolean }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const back = () => (key === 'default' ? navigate(`/app/jobs/${job}?view=purchaseOrders`) : navigate(-1));
  return <BackArrow label={m.common_back()} to={() => void back()} desktop={desktop} />;
}

/** The page of an order with its actions. */
export function OpenOrder({ order, job }: { order: PurchaseOrder; job: Job }) {
  const { may } = useSession();
  const { content, vendors, writePdf, save, saving, ready } = usePurchaseOrderPdf(order, job);
  const { state } = useLocation();
  const [choosing, setChoosing] = useState(choosesProducts(state) && order.items.length === 0);
  const [sheet, setSheet] = useState(false);
  const phone = usePhone();
  const sends = may('purchaseOrders.send');
  const mayBeSent = mayOrderBeSent(order.status);
  const sending = useSendForm({
    order,
    vendors: vendors.data,
    writePdf,
    onSent: () => setSheet(false),
  });
  useUnsavedInput(sending.form.dirty);

  const pdf = {
    label: m.card_savePdf(),
    disabled: !ready,
    busy: saving.busy,
    onGo: save,
    onStop: saving.stop,
  };
  const printing = useCancelable();
  const print = {
    label: m.purchase_print(),
    disabled: !ready,
    busy: printing.busy,
    onGo: () => void printing.run(printSheet),
    onStop: printing.stop,
  };

  const products = (
    <Permitted action="purchaseOrders.edit" unless={productsRefusal(order)}>
      <Button
        variant="default"
        leftSection={<IconPencil size={17} aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        {phone ? m.purchase_products() : m.purchase_edit()}
      </Button>
    </Permitted>
  );
  const panel =
    vendors.data !== undefined ? (
      <SendPanel order={order} vendors={vendors.data} sending={sending} onLook={save} />
    ) : vendors.error === null ? (
      <SkeletonCards count={3} height={64} />
    ) : (
      <LoadFailure why={vendors.error.message} onRetry={vendors.refetch} />
    );

  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.head}>
        <PageTitle
          // On a phone only the short label fits beside the icons.
          title={`${phone ? m.purchase_file() : m.purchase_order()} ${order.title}`}
          under={job.jobNumber === null ? job.title : `${job.title}, #${job.jobNumber}`}
          before={<Back job={job.id} desktop />}
          back={<Back job={job.id} />}
          actions={
            <>
              {products}
              <CancelableButton {...pdf} icon={<IconDownload size={17} aria-hidden />} />
              <CancelableButton {...print} icon={<IconPrinter size={17} aria-hidden />} />
            </>
          }
          phoneActions={
            <>
              <CancelableButton {...pdf} icon={<IconDownload size={22} />} slate="onSlate" />
              <CancelableButton {...print} icon={<IconPrinter size={22} />} slate="onSlate" />
            </>
          }
        />
      </div>
      <div className={styles.columns} data-alone={!sends || undefined}>
        <div>
          <OrderProgress order={order} />
          <ConfirmedPrices order={order} />
          <OrderCard order={order} content={content} onProducts={() => setChoosing(true)} />
          <DeliveryPhotos order={order} />
        </div>
        {sends && !phone && (
          <aside className={`card ${styles.panel}`} aria-label={m.purchase_sendTitle()}>
            <h2>{m.purchase_sendTitle()}</h2>
            <div className={styles.inside}>{panel}</div>
          </aside>
        )}
      </div>
      <div className={styles.bar}>
        <ActionBar
          message={
            <div className={styles.said}>
              <span>{content.total.name}</span>
              <strong className="num">{content.total.amount}</strong>
            </div>
          }
        >
          {products}
          {sends && (mayBeSent || order.sends.length > 0) && (
            <Button
              variant={order.status === 'draft' ? 'filled' : 'default'}
              leftSection={<IconSend2 size={18} aria-hidden />}
              onClick={() => setSheet(true)}
            >
              {mayBeSent ? m.purchase_send() : m.purchase_sent()}
            </Button>
          )}
        </ActionBar>
      </div>
      {choosing && <AssignProducts order={order} job={job} onClose={() => setChoosing(false)} />}
      {sheet && phone && (
        <SidePanel title={m.purchase_sendTitle()} under={order.title} onClose={() => setSheet(false)}>
          {panel}
        </SidePanel>
      )}
    </div>
  );
}
