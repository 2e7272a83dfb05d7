import type { Customer } from '@bindings';
import { Button } from '@mantine/core';
import { CustomerFields } from '@/components/customers/CustomerFields';
import { customerName } from '@/components/customers/CustomerSelect';
import { formOf, refusedFields } from '@/components/customers/customerForm';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomerChanges } from '@/queries/customers';
import { popup } from '@/ui/overlays/popups';
import { SidePanel } from '@/ui/overlays/SidePanel';

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
