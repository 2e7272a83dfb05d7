import type { Job, WorkOrder } from '@bindings';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { CancelableButton } from '@/ui/feedback/CancelableButton';
import { useCancelable } from '@/ui/feedback/useCancelable';
import { printSheet } from '@/ui/print/printOutput';
import { saveWorkOrderPdf } from './workOrderPdf';

interface SaveButtonsProps {
  order: WorkOrder;
  job: Job;
  /** Only icons, in the slate header of a phone. */
  phone: boolean;
}

/** Saves the order as a PDF, or prints it, as on every paper. */
export function SaveButtons({ order, job, phone }: SaveButtonsProps) {
  const { company } = useSession();
  const zone = useCompanyZone();
  const saving = useCancelable();
  const printing = useCancelable();
  const looks = phone ? { size: 22, slate: { slate: 'onSlate' } } : { size: 17, slate: {} };
  return (
    <>
      <CancelableButton
        label={m.card_savePdf()}
        icon={<IconDownload size={looks.size} aria-hidden />}
        busy={saving.busy}
        onGo={() => void saving.run((signal) => saveWorkOrderPdf(order, job, { company, zone, signal }))}
        onStop={saving.stop}
        {...looks.slate}
      />
      <CancelableButton
        label={m.purchase_print()}
        icon={<IconPrinter size={looks.size} aria-hidden />}
        busy={printing.busy}
        onGo={() => void printing.run(printSheet)}
        onStop={printing.stop}
        {...looks.slate}
      />
    </>
  );
}
