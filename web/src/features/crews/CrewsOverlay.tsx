import { ActionIcon, Button } from '@mantine/core';
import { IconHelp, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCrews } from '@/queries/crews';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { ActionBar } from '@/ui/layout/ActionBar';
import { Overlay } from '@/ui/overlays/Overlay';
import { usePhone } from '@/ui/theme/usePhone';

import { CrewDetail, CrewDetailBar } from './CrewDetail';
import { CrewList } from './CrewList';
import styles from './Crews.module.css';
import { CrewsHelp } from './CrewsHelp';
import { NewCrewPanel } from './NewCrewPanel';
import { useCrewParam } from './useCrewParam';

function NewButton({ onClick }: { onClick: () => void }) {
  return (
    <Permitted action="crews.manage">
      <Button leftSection={<IconPlus size={17} stroke={2.4} />} onClick={onClick}>
        {m.crews_new()}
      </Button>
    </Permitted>
  );
}

/** `/app/jobs/custom_crews`: crews without an account. A crew opens beside the list, on a phone in its place. */
export function CrewsOverlay() {
  const { may } = useSession();
  const phone = usePhone();
  const { crewId, show, leave } = useCrewParam();
  const { data: crews, error, refetch, isFetching } = useCrews();
  const [making, setMaking] = useState(false);
  const [helping, setHelping] = useState(false);

  const crew = crews?.find(({ id }) => id === crewId);
  const back = () => show(null);
  const inPlace = phone && crew !== undefined;

  const list =
    crews !== undefined ? (
      crews.length > 0 ? (
        <CrewList crews={crews} chosen={crew?.id} onChoose={show} />
      ) : (
        <EmptyState title={m.crews_none()}>
          {may('crews.manage') ? m.crews_noneHint() : m.crews_noneReader()}
        </EmptyState>
      )
    ) : error !== null ? (
      <EmptyState
        art="search"
        title={error.message}
        action={
          <Button loading={isFetching} onClick={() => void refetch()}>
            {m.crews_retry()}
          </Button>
        }
      >
        {m.common_tryAgain()}
      </EmptyState>
    ) : (
      <SkeletonCards count={3} height={44} />
    );

  return (
    <Overlay
      title={inPlace ? crew.name : m.crews_title()}
      under={inPlace ? undefined : m.crews_subtitle()}
      onClose={inPlace ? back : leave}
      closeDetail={crew === undefined ? undefined : back}
      size={crew === undefined ? 560 : 1040}
      beside={
        inPlace ? undefined : (
          <ActionIcon
            className={styles.help ?? ''}
            aria-label={m.crews_help()}
            onClick={() => setHelping(true)}
          >
            <IconHelp size={21} />
          </ActionIcon>
        )
      }
      actions={<NewButton onClick={() => setMaking(true)} />}
    >
      {inPlace ? (
        <>
          <CrewDetail key={crew.id} crew={crew} onDeleted={back} />
          <CrewDetailBar crew={crew} onDeleted={back} />
        </>
      ) : (
        <>
          <div className={styles.desk} data-open={crew !== undefined || undefined}>
            <div className={styles.list}>{list}</div>
            {crew !== undefined && <CrewDetail key={crew.id} crew={crew} onDeleted={back} onClose={back} />}
          </div>
          <ActionBar overlay>
            <NewButton onClick={() => setMaking(true)} />
          </ActionBar>
        </>
      )}
      {making && (
        <NewCrewPanel
          onClose={() => setMaking(false)}
          onCreated={({ id }) => {
            setMaking(false);
            show(id);
          }}
        />
      )}
      {helping && <CrewsHelp onClose={() => setHelping(false)} />}
    </Overlay>
  );
}
