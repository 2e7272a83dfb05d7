import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';

import styles from './AuthFrame.module.css';

interface AuthFormProps {
  form: Pick<RulesForm<object>, 'form' | 'busy'>;
  /** The error of the form as a whole, or null. */
  error: ReactNode;
  /** The label of the button. */
  verb: string;
  /** The fields. */
  children: ReactNode;
  /** Below the button. */
  after?: ReactNode;
}

/** The form of a sign-in page. */
export const AuthForm = ({ form, error, verb, children, after }: AuthFormProps) => (
  <>
    {error !== null && <ErrorBox>{error}</ErrorBox>}
    <form {...form.form} className={styles.form}>
      {children}
      <Button type="submit" size="md" fullWidth loading={form.busy}>
        {verb}
      </Button>
      {after}
    </form>
  </>
);
