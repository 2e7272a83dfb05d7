import type { Connection } from '@bindings';
import { Button, type ButtonProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useConnections } from '@/queries/connections';
import { useMarkShownAsSeen } from '@/queries/notifications/notifications';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { PageTitle } from '@/ui/layout/PageTitle';

import { ConnectionRow } from './ConnectionRow';
import styles from './Connections.module.css';

const search = '/app/search/companies';

const SearchButton = (props: ButtonProps) => (
  <Button component={Link} to={search} variant="default" leftSection={<IconSearch size={17} />} {...props}>
    {m.connections_search()}
  </Button>
);

interface GroupProps {
  title: string;
  connections: readonly Connection[];
  /** Shown instead of an empty list. */
  none?: ReactNode;
  /** Whether accepting the first of them is the main action of the page. */
  waiting?: boolean;
}

function Group({ title, connections, none, waiting = false }: GroupProps) {
  const heading = useId();
  if (connections.length === 0 && none === undefined) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={`subtitle ${styles.title}`}>
        {title} <span className="dim num">{connections.length}</span>
      </h2>
      <div className="card">
        {connections.length === 0 ? (
          none
        ) : (
          <ul className="plainList">
            {connections.map((connection, at) => (
              <ConnectionRow key={connection.id} connection={connection} next={waiting && at === 0} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Connections at the left, requests at the right; on a phone the requests come first. */
function Groups({ connections }: { connections: readonly Connection[] }) {
  const accepted = connections.filter((each) => each.accepted);
  const received = connections.filter((each) => !each.accepted && !each.sent);
  const sent = connections.filter((each) => !each.accepted && each.sent);
  return (
    <div className={styles.groups}>
      <div className={styles.waiting} data-waits={received.length + sent.length > 0 || undefined}>
        <Group
          title={m.connections_waiting()}
          connections={received}
          none={<p className={styles.none}>{m.connections_nobodyWaits()}</p>}
          waiting
        />
        <Group title={m.connections_sent()} connections={sent} />
      </div>
      <Group
        title={m.connections_connectedTitle()}
        connections={accepted}
        none={
          <EmptyState art="search" title={m.connections_none()} action={<SearchButton />}>
            {m.connections_noneHint()}
          </EmptyState>
        }
      />
    </div>
  );
}

/** `/app/connections`: the connected companies, and the requests in both directions. */
export function ConnectionsScreen() {
  const { data, error, isFetching, refetch } = useConnections(true);
  // Requests shown here need no dot in the navigation.
  useMarkShownAsSeen('connections');
  return (
    <div className="page">
      <PageTitle
        title={m.connections_title()}
        actions={<SearchButton />}
        phoneRow={<SearchButton fullWidth />}
      />
      {data !== undefined ? (
        <Groups connections={data} />
      ) : error !== null ? (
        <div className="card">
          <LoadFailure
            art="search"
            why={error.message}
            retry={m.connections_retry()}
            busy={isFetching}
            onRetry={refetch}
          />
        </div>
      ) : (
        <SkeletonCards count={4} height={70} />
      )}
    </div>
  );
}
