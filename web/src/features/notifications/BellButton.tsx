import { IconBell } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { m } from '@/i18n';
import { useUnseen } from '@/queries/notifications/notifications';
import { TopBarButton } from '@/ui/layout/TopBarButton';

import styles from './Notifications.module.css';

/** The bell, with a dot while there are unseen notifications. */
export function BellButton(props: ComponentProps<'button'>) {
  const count = useUnseen('bell');
  return (
    <TopBarButton
      {...props}
      className={styles.bell}
      aria-label={count > 0 ? m.notices_bellNew({ count }) : m.notices_title()}
    >
      <IconBell size={20} stroke={1.8} aria-hidden />
      {count > 0 && <span className={styles.dot} aria-hidden />}
    </TopBarButton>
  );
}
