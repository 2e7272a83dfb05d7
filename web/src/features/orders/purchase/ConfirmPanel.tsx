import type { PurchaseOrder } from '@bindings';
import { DateInput } from '@mantine/dates';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { orderStatusName } from '@/components/orders/progress/OrderStatus';
import { m } from '@/i18n';
import { usePurchaseOrderProgress } from '@/queries/orders/purchaseOrderProgress';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { toast } from '@/ui/overlays/toasts';

interface ConfirmPanelProps {
  order: PurchaseOrder;
  onClose: () => void;
}

/** The day on which the vendor delivers, as it said by phone: with it the order is late or reminded of. */
export function ConfirmPanel({ order, onClose }: ConfirmPanelProps) {
  const { setStatus } = usePurchaseOrderProgress(order);
  const form = useRulesForm({
    initial: { expectedOn: order.expectedOn ?? '' },
    // The picker offers only days.
    check: () => [],
    submit: async ({ expectedOn }) => {
      await setStatus('confirmed', expectedOn === '' ? undefined : expectedOn);
      toast.sweet(m.purchase_statusChanged({ status: orderStatusName('confirmed') }));
      onClose();
    },
  });
  const { value, onChange, ...field } = form.choice('expectedOn');
  return (
    <FormPanel
      title={m.purchase_markConfirmed()}
      under={order.title}
      form={form}
      verb={m.purchase_markConfirmed()}
      onClose={onClose}
    >
      <DateInput
        {...field}
        ariaLabels={datePickerLabels()}
        label={m.purchase_expectedDay()}
        description={m.purchase_expectedDayHint()}
        value={value === '' ? null : value}
        onChange={(day) => onChange(day ?? '')}
        valueFormat="MM/DD/YYYY"
        placeholder="MM/DD/YYYY"
        clearable
        popoverProps={{ withinPortal: false }}
      />
    </FormPanel>
  );
}
