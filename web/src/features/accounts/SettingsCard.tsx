import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { m } from '@/i18n';

import styles from './SettingsCard.module.css';

interface SettingsCardProps {
  icon: Icon;
  title: string;
  children: ReactNode;
}

/** One of the wide cards of the settings. */
export function SettingsCard({ icon: Picture, title, children }: SettingsCardProps) {
  const heading = useId();
  return (
    <section className={`card ${styles.card}`} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        <Picture size={20} stroke={1.7} aria-hidden />
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Shown in a card whose data could not be fetched. */
export const RetryLine = ({ why, onRetry }: { why: string; onRetry: () => unknown }) => (
  <div className={`row ${styles.failed}`} role="alert">
    <span>{why}</span>
    <Button variant="default" size="xs" onClick={() => void onRetry()}>
      {m.jobs_retry()}
    </Button>
  </div>
);
