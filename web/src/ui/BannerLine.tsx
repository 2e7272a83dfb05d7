import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n';

import styles from './BannerLine.module.css';

interface BannerLineProps {
  /** What it is about, in bold. */
  title: string;
  /** Its second half; cut off where there is no room for it. */
  children: ReactNode;
  tone?: 'info' | 'warn';
  /** Without it the line stays as long as what it says is so. */
  onDismiss?: () => void;
}

/** One line under the bar, which one may mostly put away. */
export const BannerLine = ({ title, children, tone, onDismiss }: BannerLineProps) => (
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
