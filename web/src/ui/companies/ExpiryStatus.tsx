import { IconAlertTriangle } from '@tabler/icons-react';
import { m } from '@/i18n';
import { companyToday } from '@/ui/dates/companyDay';
import { dayText } from '@/ui/dates/dates';
import { documentStatus } from '@/wasm/rules';
import styles from './ExpiryStatus.module.css';

/** The last valid day of an insurance or a license; a pill if it expires soon or has expired. */
export function ExpiryStatus({ expiresOn }: { expiresOn: string | null }) {
  const expiry = documentStatus(expiresOn, companyToday());
  if (expiry === 'undated') return null;
  const date = dayText(expiresOn);
  if (expiry === 'valid') return <span className="num">{m.documents_valid({ date })}</span>;
  return (
    <span className={`num ${styles.pill}`} data-expiry={expiry}>
      <IconAlertTriangle size={14} aria-hidden />
      {expiry === 'expired' ? m.documents_expired({ date }) : m.documents_expiresSoon({ date })}
    </span>
  );
}
