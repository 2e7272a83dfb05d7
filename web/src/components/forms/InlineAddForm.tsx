import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { handlesEscape } from '@/ui/overlays/inlineForm';
import { useReportUnsaved } from '@/ui/overlays/UnsavedFormsContext';

import styles from './InlineAddForm.module.css';
import type { RulesForm } from './useRulesForm';

interface InlineAddFormProps {
  form: Pick<RulesForm<object>, 'form' | 'busy' | 'dirty'>;
  close: () => void;
  /** The field, which fills the space beside the buttons. */
  children: ReactNode;
}

/** A one-line form below a list that adds an item; Esc closes it and leaves the page open. */
export function InlineAddForm({ form, close, children }: InlineAddFormProps) {
  useReportUnsaved(form.dirty || form.busy);
  return (
    <form
      {...form.form}
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !form.busy) close();
      }}
    >
      {children}
      <Button type="submit" size="sm" variant="default" loading={form.busy} {...handlesEscape}>
        {m.common_add()}
      </Button>
      <Button variant="subtle" color="gray" size="sm" onClick={close} disabled={form.busy} {...handlesEscape}>
        {m.common_close()}
      </Button>
    </form>
  );
}
