import type { FieldError } from '@bindings';
import type { ReactNode } from 'react';

import styles from './ErrorSummary.module.css';

/** A box above a form for an error of the form as a whole. */
export function ErrorBox({ children }: { children: ReactNode }) {
  return (
    <div className={styles.box} role="alert">
      {children}
    </div>
  );
}

/** Shows the specified message when two or more fields were refused. */
export function ErrorSummary({
  refusals,
  children,
}: {
  refusals: readonly FieldError[];
  children: ReactNode;
}) {
  return refusals.length < 2 ? null : <ErrorBox>{children}</ErrorBox>;
}
