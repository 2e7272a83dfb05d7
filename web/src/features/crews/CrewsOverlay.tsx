import type { Crew } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconHelp, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCrews } from '@/queries/crews';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import type { CsvColumn } from '@/ui/files/tableCsv';
import { TableMenu } from '@/ui/layout/TableMenu';
import { useDetailParam } from '@/ui/navigation/useDetailParam';
import { ListOverlay } from '@/ui/overlays/ListOverlay';

import { CrewActions, CrewDetail } from './CrewDetail';
import { CrewList } from './CrewList';
import styles from './Crews.module.css';
import { CrewsHelp } from './CrewsHelp';
import { NewCrewPanel } from './NewCrewPanel';

/** The columns of the list. */
const columns = (): CsvColumn<Crew>[] => [
  [m.crews_name(), ({ name }) => name],
  [m.crews_count(), ({ crewMembers }) => crewMembers.length],
];

interface CrewsProps {
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The list of crews, or its loading, error or empty state. */
function Crews(props: CrewsProps) {
  const { may } = useSession();
  const { data: crews, error, refetch, isFetching } = useCrews();
  if (crews === undefined)
    return error === null ? (
      <SkeletonCards count={3} height={44} />
    ) : (
      <LoadFailure
        art="search"
        why={error.message}
        retry={m.crews_retry()}
        busy={isFetching}
        onRetry={refetch}
      />
    );
  if (crews.length > 0) return <CrewList crews={crews} {...props} />;
  return (
    <EmptyState title={m.crews_none()}>
      {may('crews.manage') ? m.crews_noneHint() : m.crews_noneReader()}
    </EmptyState>
  );
}

/** `/app/jobs/custom_crews`: crews without an account. A crew opens beside the list, on a phone instead of it. */
export function CrewsOverlay() {
  const { id, show, leave } = useDetailParam('crew');
  const { data: crews } = useCrews();
  const [adding, setAdding] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);

  const crew = crews?.find((each) => each.id === id);
  const back = () => show(null);

  return (
    <ListOverlay
      title={m.crews_title()}
      under={m.crews_subtitle()}
      beside={
        <ActionIcon
          className={styles.help ?? ''}
          aria-label={m.crews_help()}
          onClick={() => setHelpOpen(true)}
        >
          <IconHelp size={21} />
        </ActionIcon>
      }
      menu={<TableMenu list="crews" columns={columns} rows={crews} header />}
      sizes={[560, 1040]}
      columns="300px minmax(0, 1fr)"
      create={
        <Permitted action="crews.manage">
          <Button leftSection={<IconPlus size={17} stroke={2.4} />} onClick={() => setAdding(true)}>
            {m.crews_new()}
          </Button>
        </Permitted>
      }
      list={<Crews chosen={crew?.id} onChoose={show} />}
      detail={
        crew === undefined
          ? null
          : {
              title: crew.name,
              content: (close) => <CrewDetail key={crew.id} crew={crew} onDeleted={back} onClose={close} />,
              bar: <CrewActions crew={crew} onDeleted={back} />,
            }
      }
      back={back}
      onClose={leave}
    >
      {adding && (
        <NewCrewPanel
          onClose={() => setAdding(false)}
          onCreated={(made) => {
            setAdding(false);
            show(made.id);
          }}
        />
      )}
      {helpOpen && <CrewsHelp onClose={() => setHelpOpen(false)} />}
    </ListOverlay>
  );
}
