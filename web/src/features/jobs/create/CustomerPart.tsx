import type { Customer } from '@bindings';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { CustomerSelect } from '@/components/customers/CustomerSelect';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m, useLanguage } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomers } from '@/queries/customers';
import styles from './CreateJob.module.css';
import { NewCustomerFields } from './NewCustomerFields';
import type { NewJobValues } from './newJobValues';

const isBlank = (text: string) => text.trim() === '';

/** Puts the customer's place into the fields of the job, and their name into its title, unless something is there. */
function fillFrom(form: RulesForm<NewJobValues>, customer: Customer): void {
  const { title, address, city, state, zip } = form.latest();
  if ([address, city, state, zip].every(isBlank))
    for (const name of ['address', 'city', 'state', 'zip'] as const) form.set(name, customer[name] ?? '');
  if (isBlank(title)) form.set('title', customer.company ?? customer.lastName);
}

/** A typed name or number, as the beginning of a new customer. */
function begin(form: RulesForm<NewJobValues>, typed: string): void {
  const words = typed.trim().split(/\s+/);
  if (/\d/.test(typed)) form.set('phone', typed.trim());
  else {
    form.set('firstName', words.length > 1 ? words.slice(0, -1).join(' ') : '');
    form.set('lastName', words.at(-1) ?? '');
  }
  form.set('isNewCustomer', true);
}

/** What this part shows. */
export const customerFields = [
  'isNewCustomer',
  'jobCustomer',
  'firstName',
  'lastName',
  'phone',
  'company',
] as const;

/** Who calls: a customer of the company, or somebody new, who is made together with the job. */
export const CustomerPart = memo(function CustomerPart({ form }: { form: RulesForm<NewJobValues> }) {
  useLanguage();
  const { may } = useSession();
  const { customers } = useCustomers(may('customers.view'));
  // The field forgets what was typed when it is left, for instance to press the button beside it.
  const typed = useRef('');
  const choose = (id: string | null) => {
    typed.current = '';
    form.set('isNewCustomer', false);
    form.set('jobCustomer', id ?? '');
    const customer = customers?.find((each) => each.id === id);
    if (customer !== undefined) fillFrom(form, customer);
  };
  if (form.values.isNewCustomer)
    return <NewCustomerFields form={form} customers={customers ?? []} choose={choose} />;
  return (
    <div className={styles.customer}>
      <CustomerSelect
        className="grow"
        label={m.jobs_customer()}
        customers={customers ?? []}
        value={form.values.jobCustomer === '' ? null : form.values.jobCustomer}
        onChange={choose}
        onSearchChange={(text) => {
          if (text !== '') typed.current = text;
        }}
        clearable
        clearButtonProps={{ 'aria-label': m.jobs_emptyField({ field: m.jobs_customer() }) }}
        openOnFocus={false}
        error={form.problem('jobCustomer')}
        data-field="jobCustomer"
        data-autofocus
        comboboxProps={{ withinPortal: false }}
      />
      <Button
        variant="default"
        leftSection={<IconUserPlus size={17} aria-hidden />}
        onClick={() => begin(form, form.values.jobCustomer === '' ? typed.current : '')}
      >
        {m.customers_new()}
      </Button>
    </div>
  );
});
