import type { CompanyDocument } from '@bindings';
import { IconAlertTriangle } from '@tabler/icons-react';
import { m } from '@/i18n';
import { companyToday } from '@/ui/dates/companyDay';
import { dayText } from '@/ui/dates/dates';
import { documentStatus } from '@/wasm/rules';
import styles from './ExpiryWarnings.module.css';

type WarningText = (gaps: { company: string; date: string }) => string;

const sentences: Record<'insurance' | 'licence', Record<'expired' | 'expiresSoon', WarningText>> = {
  insurance: {
    expired: (gaps) => m.documents_insuranceExpired(gaps),
    expiresSoon: (gaps) => m.documents_insuranceSoon(gaps),
  },
  licence: {
    expired: (gaps) => m.documents_licenceExpired(gaps),
    expiresSoon: (gaps) => m.documents_licenceSoon(gaps),
  },
};

interface ExpiryWarningsProps {
  /** The company whose documents these are. */
  company: string;
  documents: readonly CompanyDocument[];
}

/** Warns before an assignment that a company's insurance or license has expired, or expires soon. */
export function ExpiryWarnings({ company, documents }: ExpiryWarningsProps) {
  const lines = documents.flatMap(({ kind, expiresOn }) => {
    const expiry = documentStatus(expiresOn, companyToday());
    if (kind === 'other' || expiry === 'valid' || expiry === 'undated') return [];
    return [{ kind, expiry, text: sentences[kind][expiry]({ company, date: dayText(expiresOn) }) }];
  });
  return (
    <div role="status" className={styles.warnings} data-some={lines.length > 0 || undefined}>
      {lines.map(({ kind, expiry, text }) => (
        <p key={kind} className={styles.warning} data-expiry={expiry}>
          <IconAlertTriangle size={17} aria-hidden />
          {text}
        </p>
      ))}
    </div>
  );
}
