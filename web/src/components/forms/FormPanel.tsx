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
  /** The label of the submit button. */
  verb: string;
  /** Other props of the submit button. */
  button?: Pick<ButtonProps, 'color' | 'leftSection' | 'disabled'>;
  /** Replaces 'Cancel'. */
  instead?: ReactNode;
  /** Why the user may see the form but not submit it. */
  locked?: string | null;
  /** The error of the form as a whole. By default the message for several refused fields. */
  error?: string | null;
  /** The fields, one below the other. */
  children: ReactNode;
}

/** A form in a side panel. By default it asks before unsaved input is lost. */
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
