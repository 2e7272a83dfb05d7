import { Skeleton, Switch } from '@mantine/core';
import { useId } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useVendorReminders } from '@/queries/orders/vendorReminders';
import { LoadFailure } from '@/ui/feedback/LoadFailure';

import styles from './Settings.module.css';

/** Whether vendors are reminded of the company's purchase orders. It is saved at once. */
export function VendorRemindersForm() {
  const id = useId();
  const { data, error, refetch, turn } = useVendorReminders();
  return (
    <section className={styles.form} aria-labelledby={`${id}-title`}>
      <div>
        <h3 id={`${id}-title`}>{m.company_vendorReminders()}</h3>
        <p className="muted" id={`${id}-hint`}>
          {m.company_vendorRemindersHint()}
        </p>
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={24} width={240} />
        ) : (
          <LoadFailure why={error.message} onRetry={refetch} />
        )
      ) : (
        <Switch
          label={m.company_vendorRemindersSwitch()}
          aria-describedby={`${id}-hint`}
          checked={data.enabled}
          onChange={({ currentTarget: { checked } }) =>
            void runWithToast(
              () => turn(checked),
              checked ? m.company_vendorRemindersOn() : m.company_vendorRemindersOff(),
            )
          }
        />
      )}
    </section>
  );
}
