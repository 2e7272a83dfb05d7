import type { Action } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useReportUnsaved } from '@/ui/overlays/UnsavedFormsContext';
import { checkOrderTitle, defaultTitle } from '@/wasm/rules';

import styles from './NewOrder.module.css';

interface NewOrderProps<Created> {
  label: string;
  action: Action;
  jobNumber: string | null;
  /** The titles of the job's orders of this kind; undefined until they have loaded. */
  titles: string[] | undefined;
  create: (title: string) => Promise<Created>;
  /** Called once the order is stored and the form is reset. */
  onCreated?: (created: Created) => Promise<void> | void;
  /** Shown at the end of the row. */
  beside?: ReactNode;
}

/** Creates an order: the title is preset to the next free one and can be changed. */
export function NewOrder<Created>(props: NewOrderProps<Created>) {
  const { label, action, jobNumber, titles, create, onCreated, beside } = props;
  const { language, may } = useSession();
  const preset = titles === undefined ? '' : defaultTitle(jobNumber, titles);
  const form = useRulesForm({
    initial: { title: preset },
    check: (typed) => checkOrderTitle(typed, language),
    submit: async ({ title }) => {
      const created = await create(title);
      // The next free title after this order is preset before `onCreated` runs.
      form.reset({ title: defaultTitle(jobNumber, [...(titles ?? []), title.trim()]) });
      await onCreated?.(created);
    },
  });
  // Until the user types, the field shows the next free title.
  const [lastPreset, setLastPreset] = useState(preset);
  if (preset !== lastPreset) {
    setLastPreset(preset);
    if (!form.dirty) form.reset({ title: preset });
  }
  useReportUnsaved(form.dirty);
  return (
    <form {...form.form} className={styles.create}>
      <TextInput
        className={styles.newTitle ?? ''}
        label={label}
        autoComplete="off"
        disabled={!may(action) || titles === undefined}
        {...form.field('title')}
      />
      <div className={styles.createButton}>
        <Permitted action={action}>
          <Button
            type="submit"
            variant="default"
            leftSection={<IconPlus size={17} stroke={2.4} aria-hidden />}
            loading={form.busy}
          >
            {m.jobs_createOrder()}
          </Button>
        </Permitted>
      </div>
      {beside !== undefined && <div className={styles.beside}>{beside}</div>}
    </form>
  );
}
