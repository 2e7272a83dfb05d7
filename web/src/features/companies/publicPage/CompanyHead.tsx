import type { Company } from '@bindings';
import { Skeleton } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useConnections } from '@/queries/connections';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { CompanyDescription } from '@/ui/companies/CompanyDescription';
import { ActionBar } from '@/ui/layout/ActionBar';
import { useHeadingFocus } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';

import { CompanyFacts } from './CompanyFacts';
import { ConnectButton } from './ConnectButton';
import styles from './PublicCompany.module.css';

/** Shows that it is the user's own company, or that a connection is pending. */
function ConnectionStatus({ company }: { company: Company }) {
  const { company: own } = useSession();
  const { data: connections } = useConnections();
  if (company.id === own.id) return <p className={styles.status}>{m.publicCompany_yours()}</p>;
  if (!company.connectionExists || company.connectionAccepted) return null;
  const hasIncomingRequest = connections?.some(
    ({ companyDetails, sent }) => companyDetails.id === company.id && !sent,
  );
  const { name } = company;
  return (
    <p className={styles.status}>
      {hasIncomingRequest ? (
        <>
          {m.publicCompany_asksYou({ name })} <Link to="/app/connections">{m.publicCompany_answer()}</Link>
        </>
      ) : (
        m.publicCompany_youAsked({ name })
      )}
    </p>
  );
}

/** The head of the page: the company, and the connect button. On a phone its name is in the header. */
export function CompanyHead({ company }: { company: Company | undefined }) {
  const phone = usePhone();
  const heading = useHeadingFocus();
  const button = <ConnectButton company={company} />;
  if (company === undefined)
    return (
      <div className={styles.head} aria-busy>
        <Skeleton width={phone ? 64 : 92} height={phone ? 64 : 92} radius={6} />
        <div className="grow stack">
          <Skeleton height={22} width="40%" />
          <Skeleton height={12} width="60%" />
        </div>
        {!phone && button}
      </div>
    );
  const { name, logoUrl, companyType, location, numConnections, description } = company;
  return (
    <div className={styles.head}>
      <CompanyLogo name={name} url={logoUrl} size={phone ? 64 : 92} />
      <div className={`grow ${styles.words}`}>
        {phone ? (
          <h2 className={styles.name}>{name}</h2>
        ) : (
          <h1 ref={heading} tabIndex={-1} className={styles.name}>
            {name}
          </h1>
        )}
        <CompanyFacts companyType={companyType} location={location}>
          <span className="num">
            <IconUsersGroup size={16} aria-hidden />
            {m.company_connections({ count: numConnections })}
          </span>
        </CompanyFacts>
        <CompanyDescription text={description} />
        <ConnectionStatus company={company} />
      </div>
      {!company.connectionAccepted && (phone ? <ActionBar>{button}</ActionBar> : button)}
    </div>
  );
}
