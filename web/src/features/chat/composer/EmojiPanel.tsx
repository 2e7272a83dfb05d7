import english from 'emoji-picker-element/i18n/en.js';
import spanish from 'emoji-picker-element/i18n/es.js';
import Picker from 'emoji-picker-element/picker.js';
import englishData from 'emoji-picker-element-data/en/cldr/data.json?url';
import spanishData from 'emoji-picker-element-data/es-mx/cldr/data.json?url';
import { useEffect, useRef } from 'react';
import { useLanguage } from '@/i18n';

import styles from './Composer.module.css';

/** The data of the emoji search is served by this server, not by a CDN. */
const spoken = {
  english: { locale: 'en', dataSource: englishData, i18n: english },
  spanish: { locale: 'es-mx', dataSource: spanishData, i18n: spanish },
};

interface EmojiPanelProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** The emoji picker with its search, in the language of the page. */
export function EmojiPanel({ onPick, onClose }: EmojiPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const latest = useRef({ onPick, onClose });
  useEffect(() => {
    latest.current = { onPick, onClose };
  });

  useEffect(() => {
    const picker = new Picker(spoken[language]);
    picker.addEventListener('emoji-click', ({ detail: { unicode } }) => {
      if (unicode !== undefined) latest.current.onPick(unicode);
    });
    picker.addEventListener('keydown', (event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current.onClose();
    });
    place.current?.append(picker);
    return () => picker.remove();
  }, [language]);
  return <div ref={place} className={styles.emojiPlace} />;
}
