import { useState } from 'react';
import { m } from '@/i18n';
import { limits } from '@/wasm/rules';

import styles from './CompanyDescription.module.css';

/** The first characters of a description, and the rest on request. */
export function CompanyDescription({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const letters = Array.from(text.trim());
  const { descriptionShown } = limits();
  const long = letters.length > descriptionShown;
  const shown = whole || !long ? text.trim() : `${letters.slice(0, descriptionShown).join('').trimEnd()}…`;
  if (letters.length === 0) return <p className={`dim ${styles.description}`}>{m.company_noDescription()}</p>;
  return (
    <p className={styles.description}>
      {shown}{' '}
      {long && (
        <button type="button" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? m.company_showLess() : m.company_showMore()}
        </button>
      )}
    </p>
  );
}
