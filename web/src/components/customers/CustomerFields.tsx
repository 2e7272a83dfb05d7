import type { CustomerForm } from '@bindings';
import { TextInput } from '@mantine/core';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import styles from './CustomerFields.module.css';

interface CustomerFieldsProps {
  field: RulesForm<CustomerForm>['field'];
}

/** The name, contact and address fields of a customer, new or edited. */
export const CustomerFields = ({ field }: CustomerFieldsProps) => (
  <div className={styles.fields}>
    <TextInput
      className={styles.half ?? ''}
      label={m.customers_formFirstName()}
      required
      autoComplete="off"
      data-autofocus
      {...field('firstName')}
    />
    <TextInput
      className={styles.half ?? ''}
      label={m.customers_formLastName()}
      required
      autoComplete="off"
      {...field('lastName')}
    />
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
    <TextInput label={m.customers_address()} autoComplete="off" {...field('address')} />
    <TextInput className={styles.half ?? ''} label={m.jobs_city()} autoComplete="off" {...field('city')} />
    <TextInput
      className={styles.quarter ?? ''}
      label={m.jobs_state()}
      autoComplete="off"
      {...field('state')}
    />
    <TextInput
      className={styles.quarter ?? ''}
      label={m.jobs_zip()}
      inputMode="numeric"
      autoComplete="off"
      {...field('zip')}
    />
  </div>
);
