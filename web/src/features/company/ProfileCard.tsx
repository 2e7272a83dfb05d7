import { IconMapPin, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import { usePhone } from '@/ui/Overlay';
import { useHeadingFocus } from '@/ui/PageTitle';
import { limits } from '@/wasm/rules';

import styles from './ProfileCard.module.css';
import { TimeZoneLine } from './TimeZoneLine';
import { useCompany } from './useCompany';

/** The first letters of the first words, for companies without a logo. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase())
    .join('');
}

function Logo({ name, url }: { name: string; url: string | null }) {
  if (url !== null) return <img className={styles.logo} src={url} alt="" width={84} height={84} />;
  return (
    <span className={styles.logo} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The first characters of a description, and the rest on request. */
function Description({ text }: { text: string }) {
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

/** Who the company is. On a phone its name stands in the header already. */
export function ProfileCard() {
  const company = useCompany();
  const phone = usePhone();
  const heading = useHeadingFocus();
  return (
    <section className={`card ${styles.profile}`} aria-label={company.name}>
      <div className={styles.top}>
        <Logo name={company.name} url={company.logoUrl} />
        <div className="grow">
          {phone ? (
            <h2 className={styles.name}>{company.name}</h2>
          ) : (
            <h1 ref={heading} tabIndex={-1} className={styles.name}>
              {company.name}
            </h1>
          )}
          <div className={styles.facts}>
            <span>
              {company.companyType === 'contractor' ? m.company_contractor() : m.company_subcontractor()}
            </span>
            <span>
              <IconMapPin size={16} aria-hidden />
              {company.location}
            </span>
            <span className="num">
              <IconUsersGroup size={16} aria-hidden />
              {m.company_connections({ count: company.numConnections })}
            </span>
            <TimeZoneLine />
          </div>
        </div>
      </div>
      <Description text={company.description} />
    </section>
  );
}
