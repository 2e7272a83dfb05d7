import { IconAlertTriangle } from '@tabler/icons-react';
import { m } from '@/i18n';
import { documentStanding } from '@/wasm/rules';

import { dayOf, dayText } from './days';
import styles from './PaperStanding.module.css';

/** Through which day an insurance or a licence holds; a pill when that is soon, or over. */
export function PaperStanding({ expiresOn }: { expiresOn: string | null }) {
  const standing = documentStanding(expiresOn, dayOf());
  if (standing === 'undated') return null;
  const date = dayText(expiresOn);
  if (standing === 'valid') return <span className="num">{m.documents_valid({ date })}</span>;
  return (
    <span className={`num ${styles.pill}`} data-standing={standing}>
      <IconAlertTriangle size={14} aria-hidden />
      {standing === 'expired' ? m.documents_expired({ date }) : m.documents_expiresSoon({ date })}
    </span>
  );
}
