import { Button } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { m, notice } from '@/i18n';
import { useFootHeight } from '@/ui/layout/footBars';

import styles from './toasts.module.css';

const icons = {
  good: <IconCheck size={20} stroke={2.6} />,
  bad: <IconAlertCircle size={20} />,
  warn: <IconAlertTriangle size={20} />,
};

const classNames = {
  root: styles.toast ?? '',
  icon: styles.icon ?? '',
  title: styles.title ?? '',
  closeButton: styles.close ?? '',
};

const show = (tone: keyof typeof icons, title: string, message: string) =>
  notifications.show({
    title,
    message,
    role: 'status',
    withBorder: true,
    icon: icons[tone],
    classNames,
    mod: { tone },
    closeButtonProps: { 'aria-label': m.common_dismiss() },
  });

/** How long the undo is offered, in ms: long enough to look at the list. */
const undoOffered = 20_000;

function showUndo(text: string, note: string | null, onUndo: () => void): void {
  const tone = note === null ? 'good' : 'warn';
  const id = notifications.show({
    title: text,
    message: (
      <>
        {note}
        <Button
          variant="default"
          size="xs"
          className={styles.undo ?? ''}
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {m.common_undo()}
        </Button>
      </>
    ),
    autoClose: undoOffered,
    role: 'status',
    withBorder: true,
    icon: icons[tone],
    classNames,
    mod: { tone },
    closeButtonProps: { 'aria-label': m.common_dismiss() },
  });
}

/** Short messages at the bottom left that disappear automatically: after dragging, toggling and coloring. */
export const toast = {
  sweet: (text: string) => show('good', notice('sweet'), text),
  note: (title: string, text: string) => show('bad', title, text),
  /** For a success that can be undone. `note` says what else there is to know. */
  undo: (text: string, note: string | null, onUndo: () => void) => showUndo(text, note, onUndo),
  /** For a success with a warning. */
  warn: (title: string, text: string) => show('warn', title, text),
};

/** Mounted once, at the root of the app. */
export function ToastHost() {
  const foot = useFootHeight();
  return (
    <Notifications
      position="bottom-left"
      autoClose={6_000}
      limit={3}
      zIndex={300}
      containerWidth={420}
      className={styles.host ?? ''}
      style={{ '--foot': `${foot}px` } as CSSProperties}
    />
  );
}
