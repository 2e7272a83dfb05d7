import './page.css';

import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { Mark } from '@/ui/Mark';

import { Letterhead } from './Letterhead';
import styles from './OrderSheet.module.css';
import type { OrderFact, OrderSignatures } from './orderPaper';
import type { PaperHead } from './paperHead';

interface OrderSheetProps {
  /** What a screen reader calls it. */
  label: string;
  head: PaperHead;
  facts: readonly OrderFact[];
  /** Only on paper: who signed, and lines for who did not. */
  signatures?: OrderSignatures;
  /** Today, `MM/DD/YYYY`; only on paper. */
  printed: string;
  /** The rows with their total. */
  children: ReactNode;
}

function Signatures({ heading, all, date }: OrderSignatures) {
  return (
    <section className={styles.signatures} aria-hidden="true">
      <h2>{heading}</h2>
      <ul>
        {all.map((signature, at) =>
          'blank' in signature ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines to sign on have no name yet.
            <li key={at} data-blank>
              <span>{signature.blank}</span>
              <span>{date}</span>
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name.
            <li key={at}>
              <strong>{signature.name}</strong>
              <span>{signature.when}</span>
              {signature.mark !== null && <b>{signature.mark}</b>}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/**
 * An order as a card of the page, and alone on paper when the page is printed, always light. The screen around it hides
 * itself in print; the letterhead and the facts leave the card on a phone, where the screen shows its own.
 */
export function OrderSheet({ label, head, facts, signatures, printed, children }: OrderSheetProps) {
  return (
    <article className={styles.sheet} data-sheet aria-label={label}>
      <div className={styles.top}>
        <Letterhead {...head} />
        <dl className={styles.facts}>
          {facts.map(({ name, main, more = [], bold = false }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num" data-bold={bold || undefined}>
                <span>{main}</span>
                {more.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {children}
      {signatures !== undefined && <Signatures {...signatures} />}
      <footer className={styles.end} aria-hidden="true">
        <Mark size={16} />
        <span className="grow">Ridgeline</span>
        <span className="num">{m.card_printed({ date: printed })}</span>
      </footer>
    </article>
  );
}
