import type { Action } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { ownEscape, takeFocus } from '@/ui/inPlace';
import { Permitted } from '@/ui/Permitted';
import type { RulesForm } from '@/ui/useRulesForm';

import styles from './InPlace.module.css';

interface PencilProps {
  /** What it edits, for its spoken name. */
  name: string;
  action: Action;
  /** It was open before: the focus comes back to it. */
  opened: boolean;
  onClick: () => void;
}

/** Opens a fact for editing. Contractors who may not read why; the others have nothing to edit here. */
export function Pencil({ name, action, opened, onClick }: PencilProps) {
  const { company } = useSession();
  if (company.companyType !== 'contractor') return null;
  return (
    <Permitted action={action}>
      <ActionIcon
        className={styles.pencil ?? ''}
        size={28}
        aria-label={m.jobs_editFact({ name })}
        onClick={onClick}
        {...(opened ? { ref: takeFocus } : {})}
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
export function InPlaceForm({ form, onCancel, children }: InPlaceFormProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
  };
  return (
    <form {...form.form} className={styles.form} onKeyDown={onKeyDown}>
      {children}
      <div className={styles.actions}>
        <Button type="submit" size="xs" loading={form.busy} {...ownEscape}>
          {m.common_save()}
        </Button>
        <Button variant="default" size="xs" onClick={onCancel} {...ownEscape}>
          {m.common_cancel()}
        </Button>
      </div>
    </form>
  );
}
