import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { type Proof, type ProofAsked, useProofAsked } from '@/session/deletion';
import { EmptyState } from '../EmptyState';
import { SidePanel } from '../SidePanel';
import { SkeletonCards } from '../Skeletons';
import { type RulesForm, useRulesForm } from '../useRulesForm';
import styles from './Deletion.module.css';
import { noProof, ProofFields } from './ProofFields';

/** Everything that a form of this kind holds; the name is asked for where a company goes. */
export type DeletionForm = Proof & { name: string };

interface DeletionPanelProps {
  title: string;
  /** What goes, what stays, in plain words; one sentence each. */
  means: readonly string[];
  /** Stands over the fields, such as a way to save what will be gone. */
  before?: ReactNode;
  /** Fields of its own over those of the proof. */
  fields?: (form: RulesForm<DeletionForm>) => ReactNode;
  /** The verb of the button that does it. */
  verb: string;
  remove: (asked: ProofAsked, form: DeletionForm) => Promise<void>;
  onClose: () => void;
}

/** What somebody is asked before something is gone for good. */
export function DeletionPanel({ title, means, before, fields, verb, remove, onClose }: DeletionPanelProps) {
  const { asked, error, refetch } = useProofAsked();
  const form = useRulesForm<DeletionForm>({
    initial: { ...noProof, name: '' },
    // Only the server knows whether it is them.
    check: () => [],
    submit: (values) => asked && remove(asked, values),
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
          {asked !== undefined && (
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
        {asked !== undefined ? (
          <>
            {fields?.(form)}
            <ProofFields asked={asked} form={form} />
          </>
        ) : error === null ? (
          <SkeletonCards count={2} height={56} />
        ) : (
          <EmptyState
            title={error.message}
            action={<Button onClick={() => void refetch()}>{m.jobs_retry()}</Button>}
          >
            {m.common_tryAgain()}
          </EmptyState>
        )}
      </div>
    </SidePanel>
  );
}
