import type { Customer } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { customerName } from '@/components/customers/CustomerSelect';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { focusOnMount } from '@/ui/overlays/inlineForm';
import { phoneParse } from '@/wasm/rules';
import styles from './CreateJob.module.css';
import type { NewJobValues } from './newJobValues';

interface NewCustomerFieldsProps {
  form: RulesForm<NewJobValues>;
  customers: readonly Customer[];
  /** Chooses a customer of the company instead; null for none. */
  choose: (id: string | null) => void;
}

/** Name and phone of somebody who calls for the first time. Says when the number is already known. */
export function NewCustomerFields({ form, customers, choose }: NewCustomerFieldsProps) {
  const { field } = form;
  const phone = phoneParse(form.values.phone);
  const known = phone === null ? undefined : customers.find((customer) => customer.phone === phone);
  return (
    <fieldset className={styles.newCustomer}>
      <legend>{m.customers_new()}</legend>
      <TextInput
        ref={focusOnMount}
        label={m.customers_formFirstName()}
        required
        autoComplete="off"
        {...field('firstName')}
      />
      <TextInput label={m.customers_formLastName()} required autoComplete="off" {...field('lastName')} />
      <TextInput
        label={m.customers_formPhone()}
        required
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="555-555-5555"
        {...field('phone')}
      />
      <TextInput label={m.customers_company()} autoComplete="off" {...field('company')} />
      <div className={styles.wide} role="status">
        {known !== undefined && (
          <p className={styles.known}>
            <span>{m.jobs_customerKnown({ name: customerName(known) })}</span>
            <Button variant="default" size="xs" onClick={() => choose(known.id)}>
              {m.jobs_customerKnownChoose({ name: customerName(known) })}
            </Button>
          </p>
        )}
      </div>
      <div className={`${styles.wide} ${styles.below}`}>
        <span className="muted grow">{m.jobs_customerLives()}</span>
        <Button variant="subtle" color="gray" size="xs" onClick={() => choose(null)}>
          {m.jobs_customerOld()}
        </Button>
      </div>
    </fieldset>
  );
}
