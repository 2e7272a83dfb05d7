import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { m } from '@/i18n';

import styles from './JobsScreen.module.css';

/** Opens the menu of related pages on a phone, beside the search. */
export const MoreButton = (props: Omit<ComponentProps<'button'>, keyof ActionIconProps>) => (
  <ActionIcon size={48} variant="default" {...props} className={styles.tool ?? ''} aria-label={m.jobs_more()}>
    <IconDots size={24} />
  </ActionIcon>
);
