import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';

import styles from './JobFields.module.css';

export interface TitleAndAddress {
  title: string;
  address: string;
  city: string;
  state: string;
  zip: string;
}

interface JobFieldsProps {
  form: Pick<RulesForm<TitleAndAddress>, 'field'>;
  hints?: boolean;
  /** The field for the street, with this class; by default a plain one. */
  address?: (className: string) => ReactNode;
}

/** Title and address of a job, for new jobs and for editing. */
export function JobFields({ form, hints = false, address }: JobFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextInput
        className={styles.wide ?? ''}
        label={m.jobs_colTitle()}
        required
        {...(hints ? { placeholder: m.jobs_titleHint() } : {})}
        {...form.field('title')}
      />
      {address?.(styles.wide ?? '') ?? (
        <TextInput
          className={styles.wide ?? ''}
          label={m.jobs_address()}
          autoComplete="off"
          {...form.field('address')}
        />
      )}
      <TextInput label={m.jobs_city()} required autoComplete="off" {...form.field('city')} />
      <div className={styles.pair}>
        <TextInput label={m.jobs_state()} required autoComplete="off" {...form.field('state')} />
        <TextInput label={m.jobs_zip()} inputMode="numeric" autoComplete="off" {...form.field('zip')} />
      </div>
    </div>
  );
}
