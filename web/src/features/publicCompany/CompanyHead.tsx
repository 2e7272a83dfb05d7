import type { Company } from '@bindings';
import { Skeleton } from '@mantine/core';
import { IconMapPin, IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useConnections } from '@/session/connections';
import { useSession } from '@/session/session';
import { ActionBar } from '@/ui/ActionBar';
import { CompanyDescription } from '@/ui/CompanyDescription';
import { CompanyLogo } from '@/ui/CompanyLogo';
import { companyTypeName } from '@/ui/companyType';
import { useHeadingFocus } from '@/ui/PageTitle';
import { usePhone } from '@/ui/phone';

import { ConnectButton } from './ConnectButton';
import styles from './PublicCompany.module.css';

/** That it is one's own company, or that one of the two waits for the other's answer. */
function Standing({ company }: { company: Company }) {
  const { company: own } = useSession();
  const { data: connections } = useConnections();
  if (company.id === own.id) return <p className={styles.standing}>{m.publicCompany_yours()}</p>;
  if (!company.connectionExists || company.connectionAccepted) return null;
  const asksUs = connections?.some(({ companyDetails, sent }) => companyDetails.id === company.id && !sent);
  const { name } = company;
  return (
    <p className={styles.standing}>
      {asksUs ? (
        <>
          {m.publicCompany_asksYou({ name })} <Link to="/app/connections">{m.publicCompany_answer()}</Link>
        </>
      ) : (
        m.publicCompany_youAsked({ name })
      )}
    </p>
  );
}

/** The white band: who the company is, and the way to work together. On a phone its name stands in the header already. */
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
        <p className={styles.facts}>
          <span>{companyTypeName(companyType)}</span>
          <span>
            <IconMapPin size={16} aria-hidden />
            {location}
          </span>
          <span className="num">
            <IconUsersGroup size={16} aria-hidden />
            {m.company_connections({ count: numConnections })}
          </span>
        </p>
        <CompanyDescription text={description} />
        <Standing company={company} />
      </div>
      {!company.connectionAccepted && (phone ? <ActionBar>{button}</ActionBar> : button)}
    </div>
  );
}
