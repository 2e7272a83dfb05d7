import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { Mark } from '@/ui/Mark';

import './page.css';

import { Letterhead } from './Letterhead';
import styles from './PaperSheet.module.css';
import type { PaperHead } from './paperHead';

interface PaperSheetProps {
  /** What a screen reader calls the sheet. */
  label: string;
  head: PaperHead;
  /** Of the ridge under the letterhead, `#RRGGBB`. */
  color: string;
  /** Today, `MM/DD/YYYY`. */
  printed: string;
  children: ReactNode;
}

/** A page as it comes out of the printer: always on white, A4 on paper, as wide as there is room on a phone. */
export function PaperSheet({ label, head, color, printed, children }: PaperSheetProps) {
  return (
    <article className={styles.sheet} data-paper data-sheet aria-label={label}>
      <Letterhead {...head} />
      <div className={styles.band} style={{ background: color }} />
      {children}
      <footer className={styles.end}>
        <Mark size={16} />
        <span className="grow">Ridgeline</span>
        <span className="num">{m.card_printed({ date: printed })}</span>
      </footer>
    </article>
  );
}
