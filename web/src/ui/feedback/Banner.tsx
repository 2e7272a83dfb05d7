import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n';

import styles from './Banner.module.css';

interface BannerProps {
  /** What it is about, in bold. */
  title: string;
  /** Secondary text; truncated where it does not fit. */
  children: ReactNode;
  tone?: 'info' | 'warn';
  /** Without it the banner cannot be dismissed. */
  onDismiss?: () => void;
}

/** One line under the bar, which one may mostly put away. */
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
