import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';

import './print.css';

import type { DocumentHead } from './documentHead';
import { Letterhead } from './Letterhead';
import styles from './PrintSheet.module.css';

interface PrintSheetProps {
  /** The accessible name of the sheet. */
  label: string;
  head: DocumentHead;
  /** The color of the ridge under the letterhead, `#RRGGBB`. */
  color: string;
  /** Today, `MM/DD/YYYY`. */
  printed: string;
  children: ReactNode;
}

/** A preview of the printed page: white, A4 in print, as wide as possible on a phone. */
export function PrintSheet({ label, head, color, printed, children }: PrintSheetProps) {
  return (
    <article className={styles.sheet} data-paper data-sheet aria-label={label}>
      <Letterhead {...head} />
      <div className={styles.band} style={{ background: color }} />
      {children}
      <footer className={styles.end}>
        <RidgelineLogo size={16} />
        <span className="grow">Ridgeline</span>
        <span className="num">{m.card_printed({ date: printed })}</span>
      </footer>
    </article>
  );
}
