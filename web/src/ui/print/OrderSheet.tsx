import './print.css';

import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';
import type { DocumentHead } from './documentHead';
import { Letterhead } from './Letterhead';
import styles from './OrderSheet.module.css';
import type { OrderFact, OrderSignatures } from './orderDocument';

interface OrderSheetProps {
  /** The accessible name. */
  label: string;
  head: DocumentHead;
  facts: readonly OrderFact[];
  /** Only printed: signatures, and lines for missing ones. */
  signatures?: OrderSignatures;
  /** Today, `MM/DD/YYYY`; only printed. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: signature lines have no name yet.
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
 * An order as a card of the page, and alone when the page is printed, always in light colors. The rest of the screen is
 * hidden in print; on a phone the card has no letterhead and facts, because the screen shows its own.
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
        <RidgelineLogo size={16} />
        <span className="grow">Ridgeline</span>
        <span className="num">{m.card_printed({ date: printed })}</span>
      </footer>
    </article>
  );
}
