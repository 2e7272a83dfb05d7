import type { Customer } from '@bindings';
import { CustomerFields } from '@/components/customers/CustomerFields';
import { customerName } from '@/components/customers/CustomerSelect';
import { formOf, missingSentence, refusedFields } from '@/components/customers/customerForm';
import { FormPanel } from '@/components/forms/FormPanel';
import { useFieldSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomerChanges } from '@/queries/customers';
import { popup } from '@/ui/overlays/popups';

/** The form to edit a customer, over its details. */
export function EditCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { language, whyNot } = useSession();
  const { update } = useCustomerChanges();
  const saved = formOf(customer);
  const form = useRulesForm({
    initial: saved,
    check: (values) => refusedFields(values, language),
    submit: async (values, was) => {
      await update(customer, values, was);
      onClose();
      void popup.success(m.customers_updated({ name: customerName(values) }));
    },
  });
  useFieldSync(form, saved);
  return (
    <FormPanel
      title={m.customers_edit()}
      width={520}
      onClose={onClose}
      form={form}
      verb={m.common_save()}
      locked={whyNot('customers.manage')}
      error={missingSentence(form.refusals, language)}
    >
      <CustomerFields field={form.field} />
    </FormPanel>
  );
}
