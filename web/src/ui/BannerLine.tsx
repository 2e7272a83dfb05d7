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
  onDismiss: () => void;
}

/** One line under the bar that one may put away. */
export const BannerLine = ({ title, children, onDismiss }: BannerLineProps) => (
  <aside className={styles.banner} aria-label={title}>
    <p className={styles.line}>
      <b>{title}</b> {children}
    </p>
    <ActionIcon className={styles.dismiss ?? ''} aria-label={m.common_dismiss()} onClick={onDismiss}>
      <IconX size={18} aria-hidden />
    </ActionIcon>
  </aside>
);
