import type { Action } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';

import styles from './InlineForm.module.css';

interface PencilProps {
  /** The name of the field, for the accessible name of the button. */
  name: string;
  action: Action;
  /** Whether the form was open before: then the button gets the focus back. */
  opened: boolean;
  onClick: () => void;
}

/** Opens a field for editing. Contractors without permission see why it is disabled; others have no button. */
export function EditButton({ name, action, opened, onClick }: PencilProps) {
  const { company } = useSession();
  if (company.companyType !== 'contractor') return null;
  return (
    <Permitted action={action}>
      <ActionIcon
        className={styles.pencil ?? ''}
        size={28}
        aria-label={m.jobs_editFact({ name })}
        onClick={onClick}
        {...(opened ? { ref: focusOnMount } : {})}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    </Permitted>
  );
}

interface InPlaceFormProps {
  form: Pick<RulesForm<object>, 'form' | 'busy'>;
  onCancel: () => void;
  children: ReactNode;
}

/** The opened field with Save and Cancel; Esc cancels the field and leaves the page open. */
export function InlineForm({ form, onCancel, children }: InPlaceFormProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
  };
  return (
    <form {...form.form} className={styles.form} onKeyDown={onKeyDown}>
      {children}
      <div className={styles.actions}>
        <Button type="submit" size="xs" loading={form.busy} {...handlesEscape}>
          {m.common_save()}
        </Button>
        <Button variant="default" size="xs" onClick={onCancel} {...handlesEscape}>
          {m.common_cancel()}
        </Button>
      </div>
    </form>
  );
}
