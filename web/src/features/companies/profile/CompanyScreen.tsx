import { Outlet } from 'react-router';
import { AccountRow } from '@/components/accounts/AccountRow';
import { m } from '@/i18n';
import { PageTitle, useDocumentTitle } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';
import { FilesCard } from '../files/FilesCard';
import { FirstSteps } from '../firstSteps/FirstSteps';
import { TodaySection } from '../today/TodaySection';
import styles from './CompanyScreen.module.css';
import { EmployeesCard } from './EmployeesCard';
import { LocationsCard } from './LocationsCard';
import { ProfileCard } from './ProfileCard';
import { QualificationsCard } from './QualificationsCard';
import { TodayCard } from './TodayCard';
import { useCompany } from './useCompany';

/** The dashboard: what the day needs, then the company's profile, locations, crews, employees and files. */
export function CompanyScreen() {
  const phone = usePhone();
  const { name } = useCompany();
  useDocumentTitle(m.shell_company());
  return (
    <div className="page">
      {phone && <PageTitle title={name} />}
      <div className={styles.dashboard}>
        {phone && (
          <div className={styles.account}>
            <AccountRow />
          </div>
        )}
        <FirstSteps />
        <div className={styles.day}>
          <TodaySection />
        </div>
        <ProfileCard />
        <TodayCard />
        <LocationsCard />
        <EmployeesCard />
        <FilesCard />
        <QualificationsCard />
      </div>
      <Outlet />
    </div>
  );
}
