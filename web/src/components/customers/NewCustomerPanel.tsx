import type { Customer } from '@bindings';
import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomerChanges } from '@/queries/customers';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { CustomerFields } from './CustomerFields';
import { noCustomer, refusedFields } from './customerForm';

interface NewCustomerPanelProps {
  onClose: () => void;
  onCreated: (customer: Customer) => void;
}

/** 'New customer', over the customers page or over the form that a customer is chosen in. */
export function NewCustomerPanel({ onClose, onCreated }: NewCustomerPanelProps) {
  const { language, may } = useSession();
  const { create } = useCustomerChanges();
  const form = useRulesForm({
    initial: noCustomer,
    check: (values) => refusedFields(values, language),
    submit: async (values) => onCreated(await create(values)),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // The form under it, which React counts as a parent, is not sent with it.
    event.stopPropagation();
    void form.form.onSubmit(event);
  };
  return (
    <SidePanel
      title={m.customers_new()}
      onClose={onClose}
      dirty={form.dirty}
      form={{ ...form.form, onSubmit }}
      footer={(cancel) => (
        <>
          <Button variant="default" onClick={cancel}>
            {m.common_cancel()}
          </Button>
          {may('customers.manage') && (
            <Button type="submit" loading={form.busy}>
              {m.customers_create()}
            </Button>
          )}
        </>
      )}
    >
      <CustomerFields form={form} />
    </SidePanel>
  );
}
