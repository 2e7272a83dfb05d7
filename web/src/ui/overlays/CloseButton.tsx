import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { m } from '@/i18n';

import styles from './Overlay.module.css';

interface CloseButtonProps {
  /** The arrow is shown on a phone, the cross elsewhere. */
  way: 'back' | 'close';
  onClick: () => void;
}

/** The close button of an overlay or a side panel. */
export function CloseButton({ way, onClick }: CloseButtonProps) {
  const back = way === 'back';
  return (
    <button
      type="button"
      className={`iconButton ${styles.close} ${back ? styles.back : styles.cross}`}
      onClick={onClick}
      aria-label={back ? m.common_back() : m.common_close()}
    >
      {back ? <IconArrowLeft size={24} /> : <IconX size={20} />}
    </button>
  );
}
