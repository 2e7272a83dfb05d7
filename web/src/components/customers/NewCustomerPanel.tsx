import type { Customer } from '@bindings';
import type { FormEvent } from 'react';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomerChanges } from '@/queries/customers';
import { CustomerFields } from './CustomerFields';
import { missingSentence, noCustomer, refusedFields } from './customerForm';

interface NewCustomerPanelProps {
  onClose: () => void;
  onCreated: (customer: Customer) => void;
}

/** 'New customer', over the customers page or over the form that a customer is chosen in. */
export function NewCustomerPanel({ onClose, onCreated }: NewCustomerPanelProps) {
  const { language, whyNot } = useSession();
  const { create } = useCustomerChanges();
  const form = useRulesForm({
    initial: noCustomer,
    check: (values) => refusedFields(values, language),
    submit: async (values) => onCreated(await create(values)),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // The form below it is its parent in React, and must not be submitted with it.
    event.stopPropagation();
    return form.form.onSubmit(event);
  };
  return (
    <FormPanel
      title={m.customers_new()}
      onClose={onClose}
      form={{ ...form, form: { ...form.form, onSubmit } }}
      verb={m.customers_create()}
      locked={whyNot('customers.manage')}
      error={missingSentence(form.refusals, language)}
    >
      <CustomerFields field={form.field} />
    </FormPanel>
  );
}
