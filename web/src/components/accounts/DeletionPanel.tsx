import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type RulesForm, useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { type IdentityProof, type RequiredProof, useRequiredProof } from '@/queries/accounts/deletion';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { SidePanel } from '@/ui/overlays/SidePanel';
import styles from './Deletion.module.css';
import { emptyProof, IdentityProofFields } from './IdentityProofFields';

/** The fields of both forms; the name is required when a company is deleted. */
export type DeletionForm = IdentityProof & { name: string };

interface DeletionPanelProps {
  title: string;
  /** One sentence each about what is deleted and what stays. */
  means: readonly string[];
  /** Shown above the fields, such as a data export. */
  before?: ReactNode;
  /** Additional fields above those of the identity proof. */
  fields?: (form: RulesForm<DeletionForm>) => ReactNode;
  /** The label of the submit button. */
  verb: string;
  remove: (required: RequiredProof, form: DeletionForm) => Promise<void>;
  onClose: () => void;
}

/** The confirmation before an account or a company is deleted. */
export function DeletionPanel({ title, means, before, fields, verb, remove, onClose }: DeletionPanelProps) {
  const { requiredProof, error, refetch } = useRequiredProof();
  const form = useRulesForm<DeletionForm>({
    initial: { ...emptyProof, name: '' },
    // Only the server can verify the proof.
    check: () => [],
    submit: (values) => requiredProof && remove(requiredProof, values),
  });
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      dirty={form.dirty}
      form={form.form}
      footer={(close) => (
        <>
          <Button variant="default" disabled={form.busy} onClick={close}>
            {m.common_cancel()}
          </Button>
          {requiredProof !== undefined && (
            <Button
              type="submit"
              color="crimson"
              leftSection={<IconTrash size={17} aria-hidden />}
              loading={form.busy}
            >
              {verb}
            </Button>
          )}
        </>
      )}
    >
      <div className="stack">
        <ul className={styles.means}>
          {means.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {before}
        {requiredProof !== undefined ? (
          <>
            {fields?.(form)}
            <IdentityProofFields required={requiredProof} form={form} />
          </>
        ) : error === null ? (
          <SkeletonCards count={2} height={56} />
        ) : (
          <LoadFailure why={error.message} onRetry={refetch} />
        )}
      </div>
    </SidePanel>
  );
}
