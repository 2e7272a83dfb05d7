import type { CompanyDocument } from '@bindings';
import { IconAlertTriangle } from '@tabler/icons-react';
import { m } from '@/i18n';
import { documentStanding } from '@/wasm/rules';

import { dayOf, dayText } from './days';
import styles from './PaperWarnings.module.css';

type Told = (gaps: { company: string; date: string }) => string;

const sentences: Record<'insurance' | 'licence', Record<'expired' | 'expiresSoon', Told>> = {
  insurance: {
    expired: (gaps) => m.documents_insuranceExpired(gaps),
    expiresSoon: (gaps) => m.documents_insuranceSoon(gaps),
  },
  licence: {
    expired: (gaps) => m.documents_licenceExpired(gaps),
    expiresSoon: (gaps) => m.documents_licenceSoon(gaps),
  },
};

interface PaperWarningsProps {
  /** Whose papers they are. */
  company: string;
  papers: readonly CompanyDocument[];
}

/** Says before a company is sent to a roof that its insurance or licence has run out, or soon does. */
export function PaperWarnings({ company, papers }: PaperWarningsProps) {
  const lines = papers.flatMap(({ kind, expiresOn }) => {
    const standing = documentStanding(expiresOn, dayOf());
    if (kind === 'other' || standing === 'valid' || standing === 'undated') return [];
    return [{ kind, standing, text: sentences[kind][standing]({ company, date: dayText(expiresOn) }) }];
  });
  return (
    <div role="status" className={styles.warnings} data-some={lines.length > 0 || undefined}>
      {lines.map(({ kind, standing, text }) => (
        <p key={kind} className={styles.warning} data-standing={standing}>
          <IconAlertTriangle size={17} aria-hidden />
          {text}
        </p>
      ))}
    </div>
  );
}
