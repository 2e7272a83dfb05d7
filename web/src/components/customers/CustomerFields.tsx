import type { CustomerForm } from '@bindings';
import { TextInput } from '@mantine/core';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import styles from './CustomerFields.module.css';
import { missingSentence } from './customerForm';

interface CustomerFieldsProps {
  form: Pick<RulesForm<CustomerForm>, 'field' | 'refusals'>;
}

/** Who it is, how they are reached and where: the same for a new customer and for one that is edited. */
export function CustomerFields({ form: { field, refusals } }: CustomerFieldsProps) {
  const { language, whyNot } = useSession();
  const reason = whyNot('customers.manage');
  const incomplete = missingSentence(refusals, language);
  return (
    <>
      {reason !== null && <ErrorBox>{reason}</ErrorBox>}
      {incomplete !== null && <ErrorBox>{incomplete}</ErrorBox>}
      <fieldset className={styles.fields} disabled={reason !== null}>
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
        <TextInput
          className={styles.half ?? ''}
          label={m.jobs_city()}
          autoComplete="off"
          {...field('city')}
        />
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
      </fieldset>
    </>
  );
}
