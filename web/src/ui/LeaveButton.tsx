import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { m } from '@/i18n';

import styles from './Overlay.module.css';

interface LeaveButtonProps {
  /** The arrow stands on a phone only, the cross everywhere else. */
  way: 'back' | 'close';
  onClick: () => void;
}

/** The way out of an overlay or a side panel. */
export function LeaveButton({ way, onClick }: LeaveButtonProps) {
  const back = way === 'back';
  return (
    <button
      type="button"
      className={`${styles.close} ${back ? styles.back : styles.cross}`}
      onClick={onClick}
      aria-label={back ? m.common_back() : m.common_close()}
    >
      {back ? <IconArrowLeft size={24} /> : <IconX size={20} />}
    </button>
  );
}
