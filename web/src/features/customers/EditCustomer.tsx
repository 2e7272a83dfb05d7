import type { Customer } from '@bindings';
import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { useCustomerChanges } from '@/session/customers';
import { useSession } from '@/session/session';
import { CustomerFields } from '@/ui/CustomerFields';
import { customerName } from '@/ui/CustomerSelect';
import { formOf, refusedFields } from '@/ui/customerForm';
import { popup } from '@/ui/popups';
import { SidePanel } from '@/ui/SidePanel';
import { useRulesForm } from '@/ui/useRulesForm';

/** The details of a customer as a form, over what is known of them. */
export function EditCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { language } = useSession();
  const { update } = useCustomerChanges();
  const form = useRulesForm({
    initial: formOf(customer),
    check: (values) => refusedFields(values, language),
    submit: async (values) => {
      await update(customer, values);
      onClose();
      void popup.success(m.customers_updated({ name: customerName(values) }));
    },
  });
  return (
    <SidePanel
      title={m.customers_edit()}
      width={520}
      onClose={onClose}
      dirty={form.dirty}
      form={form.form}
      footer={(cancel) => (
        <>
          <Button variant="default" onClick={cancel}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.common_save()}
          </Button>
        </>
      )}
    >
      <CustomerFields form={form} />
    </SidePanel>
  );
}
