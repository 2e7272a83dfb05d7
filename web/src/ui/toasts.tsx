import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { m, notice } from '@/i18n';

import styles from './toasts.module.css';

const show = (tone: 'good' | 'bad', title: string, message: string) =>
  notifications.show({
    title,
    message,
    role: 'status',
    withBorder: true,
    icon: tone === 'good' ? <IconCheck size={20} stroke={2.6} /> : <IconAlertCircle size={20} />,
    classNames: { root: styles.toast ?? '', icon: styles.icon ?? '', title: styles.title ?? '' },
    mod: { tone },
    closeButtonProps: { 'aria-label': m.common_dismiss() },
  });

/** Short notices at the bottom left that leave by themselves: after dragging, toggling and coloring. */
export const toast = {
  sweet: (text: string) => show('good', notice('sweet'), text),
  note: (title: string, text: string) => show('bad', title, text),
};

/** Stands once, at the root of the app. */
export function ToastHost() {
  return (
    <Notifications
      position="bottom-left"
      autoClose={6_000}
      limit={3}
      zIndex={300}
      containerWidth={420}
      className={styles.host ?? ''}
    />
  );
}
