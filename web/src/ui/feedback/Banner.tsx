import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n';

import styles from './Banner.module.css';

interface BannerProps {
  /** The topic, in bold. */
  title: string;
  /** Secondary text; truncated if it does not fit. */
  children: ReactNode;
  tone?: 'info' | 'warn';
  /** Without it the banner cannot be dismissed. */
  onDismiss?: () => void;
}

/** A one-line message under the bar, which can usually be dismissed. */
export const Banner = ({ title, children, tone, onDismiss }: BannerProps) => (
  <aside className={styles.banner} aria-label={title} data-tone={tone}>
    <p className={styles.line}>
      <b role={onDismiss === undefined ? 'status' : undefined}>{title}</b> {children}
    </p>
    {onDismiss !== undefined && (
      <ActionIcon className={styles.dismiss ?? ''} aria-label={m.common_dismiss()} onClick={onDismiss}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    )}
  </aside>
);
