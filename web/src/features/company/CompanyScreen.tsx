import { Outlet } from 'react-router';
import { m } from '@/i18n';
import { AccountRow } from '@/ui/AccountRow';
import { PageTitle, useWindowTitle } from '@/ui/PageTitle';
import { usePhone } from '@/ui/phone';

import styles from './CompanyScreen.module.css';
import { EmployeesCard } from './EmployeesCard';
import { FilesCard } from './files/FilesCard';
import { LocationsCard } from './LocationsCard';
import { ProfileCard } from './ProfileCard';
import { QualificationsCard } from './QualificationsCard';
import { TodayCard } from './TodayCard';
import { useCompany } from './useCompany';

/** The company at a glance: who it is, where the work is, who works today, and the people. */
export function CompanyScreen() {
  const phone = usePhone();
  const { name } = useCompany();
  useWindowTitle(m.shell_company());
  return (
    <div className="page">
      {phone && <PageTitle title={name} />}
      <div className={styles.dashboard}>
        {phone && (
          <div className={styles.account}>
            <AccountRow />
          </div>
        )}
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
