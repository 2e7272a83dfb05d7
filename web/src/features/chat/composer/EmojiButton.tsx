import { ActionIcon, Popover } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { m } from '@/i18n';
import { lazyPart } from '@/ui/loading/lazyPart';
import styles from './Composer.module.css';

/** As large as the rest of the page, so it loads when it is first opened. */
const EmojiPanel = lazyPart(async () => (await import('./EmojiPanel')).EmojiPanel);

interface EmojiButtonProps {
  onPick: (emoji: string) => void;
  /** Afterwards the focus returns to the text. */
  onClose: () => void;
}

/** Opens the emoji picker. It stays open, because users often pick several. */
export function EmojiButton({ onPick, onClose }: EmojiButtonProps) {
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) onClose();
  };
  return (
    <Popover position="top-start" opened={open} onChange={change} zIndex={80}>
      <Popover.Target>
        <ActionIcon
          className={styles.tool ?? ''}
          aria-label={m.messages_emoji()}
          aria-expanded={open}
          onClick={() => change(!open)}
        >
          <IconMoodSmile size={21} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.emoji ?? ''} p={0} aria-label={m.messages_emoji()}>
        <Suspense fallback={<p className={styles.emojiWaiting}>{m.common_loading()}</p>}>
          <EmojiPanel onPick={onPick} onClose={() => change(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
