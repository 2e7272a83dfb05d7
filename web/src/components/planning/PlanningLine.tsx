import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import styles from './PlanningLine.module.css';

interface PlanningLineProps {
  /** The accessible name. */
  label: string;
  icon: ReactNode;
  tone: 'ok' | 'warn';
  /** One sentence or two. */
  children: ReactNode;
  /** The button that does something about it. */
  action: ReactNode;
  onDismiss: () => void;
}

/** A line above the days of the calendar: what happened or is ahead, and what to do about it. */
export const PlanningLine = ({ label, icon, tone, children, action, onDismiss }: PlanningLineProps) => (
  <aside className={styles.line} aria-label={label} data-tone={tone}>
    {icon}
    <p className={styles.words} role="status">
      {children}
    </p>
    {action}
    <ActionIcon className={styles.dismiss ?? ''} aria-label={m.common_dismiss()} onClick={onDismiss}>
      <IconX size={18} aria-hidden />
    </ActionIcon>
  </aside>
);
