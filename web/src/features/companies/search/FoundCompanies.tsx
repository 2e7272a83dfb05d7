import type { Connection, FoundCompany } from '@bindings';
import { Button } from '@mantine/core';
import { IconChevronDown, IconMapPin } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useConnections } from '@/queries/connections';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { CompanyLink } from '@/ui/companies/CompanyLink';
import { ConnectionState } from '@/ui/companies/ConnectionState';

import styles from './CompanySearch.module.css';

interface FoundProps {
  company: FoundCompany;
  connection: Connection | undefined;
}

/** One search result, with the state of the connection and a link to its page. */
function Found({ company, connection }: FoundProps) {
  const { id, name, location, description, logoUrl } = company;
  const page = `/app/view/company/${id}`;
  return (
    <li className={styles.row}>
      <CompanyLogo name={name} url={logoUrl} size={52} />
      <div className={`grow ${styles.who}`}>
        <p className={styles.line}>
          <CompanyLink id={id} name={name} className={styles.name} />
          <span className={styles.place}>
            <IconMapPin size={14} aria-hidden />
            {location}
          </span>
        </p>
        <p className={styles.description}>{description}</p>
      </div>
      <div className={styles.end}>
        {connection !== undefined && <ConnectionState accepted={connection.accepted} />}
        <Button
          component={Link}
          to={page}
          variant="default"
          aria-label={m.search_viewNamed({ name })}
          className={styles.view ?? ''}
        >
          {m.search_view()}
        </Button>
      </div>
    </li>
  );
}

interface FoundCompaniesProps {
  /** The search terms as text. */
  title: string;
  companies: readonly FoundCompany[];
  /** Loads more companies; undefined if there are no more. */
  more: (() => void) | undefined;
  busy: boolean;
}

/** The companies found, by name, and 'Load more' while there are more. */
export function FoundCompanies({ title, companies, more, busy }: FoundCompaniesProps) {
  const { data: connections } = useConnections();
  const known = new Map(connections?.map((each) => [each.companyDetails.id, each]));
  return (
    <section aria-labelledby="found">
      <h2 id="found" className={`subtitle ${styles.title}`}>
        {title}
      </h2>
      <ul className="card plainList">
        {companies.map((company) => (
          <Found key={company.id} company={company} connection={known.get(company.id)} />
        ))}
      </ul>
      {more !== undefined && (
        <Button
          variant="default"
          className={styles.more ?? ''}
          rightSection={<IconChevronDown size={16} />}
          loading={busy}
          onClick={more}
        >
          {m.search_more()}
        </Button>
      )}
      <p className="spoken" role="status">
        {m.search_found({ count: companies.length })}
      </p>
    </section>
  );
}
