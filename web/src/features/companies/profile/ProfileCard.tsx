import { Button } from '@mantine/core';
import {
  IconCalendarTime,
  IconExternalLink,
  IconHelp,
  IconHistory,
  IconMapPin,
  IconPencil,
  IconReportAnalytics,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { CompanyDescription } from '@/ui/companies/CompanyDescription';
import { useHeadingFocus } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './ProfileCard.module.css';
import { TimeZoneLine } from './TimeZoneLine';
import { useCompany } from './useCompany';

/** The company's profile. On a phone its name is in the header. */
export function ProfileCard() {
  const company = useCompany();
  const { may } = useSession();
  const phone = usePhone();
  const heading = useHeadingFocus();
  return (
    <section className={`card ${styles.profile}`} aria-label={company.name}>
      <div className={styles.top}>
        <CompanyLogo name={company.name} url={company.logoUrl} size={phone ? 64 : 84} />
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
      <CompanyDescription text={company.description} />
      <div className={styles.ways}>
        {may('company.edit') && (
          <Button
            component={Link}
            to="/app/company/settings"
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {m.company_edit()}
          </Button>
        )}
        <Button
          component={Link}
          to="/app/company/planning"
          variant="default"
          leftSection={<IconCalendarTime size={18} aria-hidden />}
        >
          {m.workdays_title()}
        </Button>
        {may('reports.view') && (
          <Button
            component={Link}
            to="/app/reports"
            variant="default"
            leftSection={<IconReportAnalytics size={18} aria-hidden />}
          >
            {m.reports_title()}
          </Button>
        )}
        {may('company.edit') && (
          <Button
            component={Link}
            to="/app/company/activity"
            variant="default"
            leftSection={<IconHistory size={18} aria-hidden />}
          >
            {m.activity_title()}
          </Button>
        )}
        <Button
          component={Link}
          to={`/app/view/company/${company.id}`}
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {m.company_publicView()}
        </Button>
        <Button
          component={Link}
          to="/app/help"
          variant="subtle"
          color="gray"
          leftSection={<IconHelp size={18} aria-hidden />}
        >
          {m.shell_help()}
        </Button>
      </div>
    </section>
  );
}
