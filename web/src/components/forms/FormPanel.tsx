import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { m, notice } from '@/i18n';
import { ErrorBox, ErrorSummary } from '@/ui/feedback/ErrorSummary';
import { SidePanel } from '@/ui/overlays/SidePanel';

import type { RulesForm } from './useRulesForm';

type Panel = Pick<
  ComponentProps<typeof SidePanel>,
  'title' | 'under' | 'width' | 'onClose' | 'byDoubleClick' | 'dirty'
>;

interface FormPanelProps extends Panel {
  form: Pick<RulesForm<object>, 'form' | 'busy' | 'dirty' | 'refusals'>;
  /** The verb of the button that sends the form. */
  verb: string;
  /** How that button differs from others. */
  button?: Pick<ButtonProps, 'color' | 'leftSection'>;
  /** In the place of 'Cancel'. */
  instead?: ReactNode;
  /** Why this person may look at the form but not send it. */
  locked?: string | null;
  /** Why the form as a whole was refused. By default the sentence for several refused fields. */
  error?: string | null;
  /** The fields, one below the other. */
  children: ReactNode;
}

/** A form at the right edge. Unless told otherwise, it asks before anything typed is lost. */
export function FormPanel({
  form,
  dirty = form.dirty,
  verb,
  button,
  instead,
  locked = null,
  error,
  children,
  ...panel
}: FormPanelProps) {
  return (
    <SidePanel
      {...panel}
      dirty={dirty}
      form={form.form}
      footer={(cancel) => (
        <>
          {instead ?? (
            <Button variant="default" onClick={cancel}>
              {m.common_cancel()}
            </Button>
          )}
          {locked === null && (
            <Button type="submit" loading={form.busy} {...button}>
              {verb}
            </Button>
          )}
        </>
      )}
    >
      {locked !== null && <ErrorBox>{locked}</ErrorBox>}
      {error === undefined ? (
        <ErrorSummary refusals={form.refusals}>{notice('validation')}</ErrorSummary>
      ) : (
        error !== null && <ErrorBox>{error}</ErrorBox>
      )}
      <fieldset className="stack" disabled={locked !== null}>
        {children}
      </fieldset>
    </SidePanel>
  );
}
