import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { m } from '@/i18n';

import styles from './JobsScreen.module.css';

interface FiltersButtonProps extends Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  /** Whether a filter of its menu is set. */
  narrowed: boolean;
}

/** Opens location and sort order on a phone, beside the search. */
export const FiltersButton = ({ narrowed, ...others }: FiltersButtonProps) => (
  <ActionIcon
    size={48}
    variant="default"
    {...others}
    className={styles.tool ?? ''}
    aria-label={m.jobs_filters()}
  >
    <IconAdjustmentsHorizontal size={24} />
    {narrowed && <span className={styles.dot} />}
  </ActionIcon>
);
