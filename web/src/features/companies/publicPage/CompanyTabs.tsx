import type { Company, CompanyFile } from '@bindings';
import { IconCheck, IconDownload, IconFile, IconLock, IconWorld } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { EmployeeList } from '@/components/companies/EmployeeList';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { RidgeTabs } from '@/ui/layout/RidgeTabs';

import styles from './PublicCompany.module.css';

/** The query parameter of the open tab. */
const shown = 'tab';

/** Files are visible in the user's own company and in connected companies. */
export function useCanSeeFiles(company: Company): boolean {
  const { company: own } = useSession();
  return company.id === own.id || company.connectionAccepted;
}

export function useCompanyTab(company: Company) {
  const [params, setParams] = useSearchParams();
  const seesFiles = useCanSeeFiles(company);
  const tabs = [
    { value: 'employees', label: m.company_employees(), count: company.employees.length },
    { value: 'qualifications', label: m.company_qualifications(), count: company.qualifications.length },
    ...(seesFiles ? [{ value: 'files', label: m.publicCompany_files(), count: company.files.length }] : []),
  ];
  const requestedTab = params.get(shown);
  const tab = tabs.some(({ value }) => value === requestedTab) ? (requestedTab ?? 'employees') : 'employees';
  const open = (value: string) => setParams({ [shown]: value }, { replace: true });
  return { tabs, tab, open };
}

type TabProps = ReturnType<typeof useCompanyTab>;

/** Employees, Qualifications and, with permission, Files. */
export const CompanyTabs = ({ tabs, tab, open }: TabProps) => (
  <RidgeTabs bare label={m.publicCompany_parts()} tabs={tabs} value={tab} onChange={open} />
);

function Files({ files, own }: { files: readonly CompanyFile[]; own: boolean }) {
  if (files.length === 0) return <p className={styles.none}>{m.publicCompany_noFiles()}</p>;
  return (
    <ul className="plainList">
      {files.map(({ id, fileName, fileUrl, isPublic }) => (
        <li key={id} className={styles.item}>
          <IconFile size={18} aria-hidden />
          <a href={fileUrl} target="_blank" rel="noreferrer" className={`rowTarget ${styles.file}`}>
            {fileName}
          </a>
          {own && (
            <span className={styles.visible}>
              {isPublic ? <IconWorld size={15} aria-hidden /> : <IconLock size={15} aria-hidden />}
              {isPublic ? m.publicCompany_public() : m.publicCompany_private()}
            </span>
          )}
          <IconDownload size={18} aria-hidden className={styles.down} />
        </li>
      ))}
    </ul>
  );
}

function Qualifications({ company: { qualifications } }: { company: Company }) {
  if (qualifications.length === 0) return <p className={styles.none}>{m.company_noQualifications()}</p>;
  return (
    <ul className="plainList">
      {qualifications.map(({ id, qualification }) => (
        <li key={id} className={styles.item}>
          <IconCheck size={18} stroke={2.4} aria-hidden className={styles.check} />
          {qualification}
        </li>
      ))}
    </ul>
  );
}

/** The content of the selected tab. */
export function CompanyTabPanel({ company, tab }: { company: Company; tab: string }) {
  const { company: own } = useSession();
  const seesFiles = useCanSeeFiles(company);
  return (
    <div className={styles.part}>
      <section className={`card ${styles.box}`} aria-label={m.publicCompany_parts()}>
        {tab === 'employees' && <EmployeeList people={company.employees} />}
        {tab === 'qualifications' && <Qualifications company={company} />}
        {tab === 'files' && <Files files={company.files} own={company.id === own.id} />}
      </section>
      {!seesFiles && <p className="muted">{m.publicCompany_filesHidden()}</p>}
    </div>
  );
}
