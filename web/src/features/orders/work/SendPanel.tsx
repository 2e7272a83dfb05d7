import type { Job, WorkOrder } from '@bindings';
import { IconFileTypePdf, IconSend } from '@tabler/icons-react';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useSendWorkOrder } from '@/queries/orders/workOrders';
import { TextareaWithCounter } from '@/ui/inputs/CharacterCounter';
import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { checkPurchaseOrderEmail, limits } from '@/wasm/rules';
import styles from './SendPanel.module.css';
import { workOrderDocument, workOrderFileName } from './workOrderDocument';
import { createWorkOrderPdf } from './workOrderPdf';

/** The recipients, as text. */
function recipients(job: Job, company: string): string {
  const person = job.assignedToUserInfo;
  if (person === null) return m.workOrders_sendWho({ company });
  return m.workOrders_sendWhoAlso({ company, name: `${person.firstName} ${person.lastName}` });
}

interface SendPanelProps {
  order: WorkOrder;
  job: Job;
  /** The subcontractor of the job. */
  to: string;
  onClose: () => void;
}

/** Mails the order to the subcontractor of its job, as a PDF created in the browser. */
export function SendPanel({ order, job, to, onClose }: SendPanelProps) {
  const { company, language } = useSession();
  const zone = useCompanyZone();
  const send = useSendWorkOrder(order);
  const again = order.sends.length > 0;
  const fileName = workOrderFileName(order);
  const form = useRulesForm({
    initial: { message: '' },
    // Both kinds of orders have the same rule for the message.
    check: ({ message }) =>
      checkPurchaseOrderEmail({ contactEmails: [], message }, language).filter(
        ({ field }) => field === 'message',
      ),
    submit: async ({ message }) => {
      const pdf = await createWorkOrderPdf(workOrderDocument(order, job, company, zone)).catch(() => null);
      if (pdf === null) return popup.oops(m.card_pdfFailed());
      await send({ message, fileName, pdf });
      onClose();
      toast.sweet(m.workOrders_sentTo({ company: to }));
    },
  });
  return (
    <FormPanel
      title={m.workOrders_sendTitle()}
      under={order.title}
      onClose={onClose}
      form={form}
      verb={again ? m.workOrders_sendAgain() : m.workOrders_send()}
      button={{ leftSection: <IconSend size={18} aria-hidden /> }}
    >
      <p>{recipients(job, to)}</p>
      <TextareaWithCounter
        label={m.workOrders_message()}
        description={m.workOrders_optional()}
        max={limits().purchaseOrderMessage}
        minRows={4}
        data-autofocus
        {...form.field('message')}
      />
      <p className={styles.file}>
        <IconFileTypePdf size={20} aria-hidden />
        <span className="grow">{fileName}</span>
      </p>
    </FormPanel>
  );
}
