import type { Connection } from '@bindings';
import { Button } from '@mantine/core';
import { IconCheck, IconMapPin } from '@tabler/icons-react';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithToast } from '@/components/feedback/runWithToast';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useConnectionChanges } from '@/queries/connections';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { CompanyLink } from '@/ui/companies/CompanyLink';
import { ConnectionState } from '@/ui/companies/ConnectionState';
import { companyTypeName } from '@/ui/companies/companyType';

import styles from './Connections.module.css';

interface ConnectionRowProps {
  connection: Connection;
  /** Whether its 'Accept' is the main action of the page. */
  next?: boolean;
}

/** Ends a connection after a confirmation, because jobs lose their assignee. A request is withdrawn without one. */
async function end(connection: Connection, remove: (connection: Connection) => Promise<void>) {
  const { name } = connection.companyDetails;
  const sure = !connection.accepted || (await confirmDelete(m.connections_removeSure({ name })));
  const done = connection.accepted ? m.connections_removed({ name }) : m.connections_withdrawn({ name });
  if (sure) await runWithToast(() => remove(connection), done);
}

/** A request from a company: its message and the two buttons, in the same order as everywhere. */
function Request({ connection, next }: ConnectionRowProps) {
  const { accept, remove } = useConnectionChanges();
  const { name } = connection.companyDetails;
  return (
    <div className={styles.request}>
      {connection.message !== '' && <p className={styles.quote}>{connection.message}</p>}
      <div className={styles.answers}>
        <Permitted action="connections.manage">
          <Button
            variant="default"
            aria-label={m.connections_declineNamed({ name })}
            onClick={() => void runWithToast(() => remove(connection), m.connections_declined({ name }))}
          >
            {m.connections_decline()}
          </Button>
        </Permitted>
        <Permitted action="connections.manage">
          <Button
            variant={next ? 'filled' : 'default'}
            leftSection={<IconCheck size={17} stroke={2.4} />}
            aria-label={m.connections_acceptNamed({ name })}
            onClick={() => void runWithToast(() => accept(connection), m.connections_accepted({ name }))}
          >
            {m.connections_accept()}
          </Button>
        </Permitted>
      </div>
    </div>
  );
}

/** One company with the state of the connection and its actions. */
export function ConnectionRow({ connection, next = false }: ConnectionRowProps) {
  const { remove } = useConnectionChanges();
  const { accepted, sent, companyDetails } = connection;
  const { id, name, location, logoUrl, companyType } = companyDetails;
  const received = !accepted && !sent;
  return (
    <li className={styles.row}>
      <CompanyLogo name={name} url={logoUrl} size={44} />
      <div className={`grow ${styles.who}`}>
        <CompanyLink id={id} name={name} className={styles.name} />
        <p className={styles.facts}>
          <span>{companyTypeName(companyType)}</span>
          <span>
            <IconMapPin size={14} aria-hidden />
            {location}
          </span>
        </p>
      </div>
      {received ? (
        <Request connection={connection} next={next} />
      ) : (
        <div className={styles.state}>
          <ConnectionState accepted={accepted} />
          <Permitted action="connections.manage">
            <Button
              variant="subtle"
              color="gray"
              aria-label={m.connections_removeNamed({ name })}
              onClick={() => void end(connection, remove)}
            >
              {m.connections_remove()}
            </Button>
          </Permitted>
        </div>
      )}
    </li>
  );
}
