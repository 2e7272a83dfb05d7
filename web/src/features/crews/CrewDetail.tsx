import type { Crew, CrewMember } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { DeleteButton } from '@/components/feedback/DeleteButton';
import { PeopleTable } from '@/components/people/PeopleTable';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCrewChanges } from '@/queries/crews';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { DetailTitle } from '@/ui/overlays/ListOverlay';

import styles from './Crews.module.css';
import { MemberPanel } from './MemberPanel';

interface CrewProps {
  crew: Crew;
  /** Called after the crew was deleted. */
  onDeleted: () => void;
}

/** 'Delete crew' and 'New Crew Member', in this order on a phone. */
export function CrewActions({ crew, onDeleted }: CrewProps) {
  const { remove } = useCrewChanges();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <DeleteButton
        action="crews.manage"
        label={m.crews_delete()}
        question={m.crews_deleteSure({ name: crew.name })}
        remove={() => remove(crew)}
        onDeleted={onDeleted}
      />
      <Permitted action="crews.manage">
        <Button
          variant="default"
          leftSection={<IconPlus size={17} stroke={2.4} />}
          onClick={() => setAdding(true)}
        >
          {m.crews_newMember()}
        </Button>
      </Permitted>
      {adding && <MemberPanel crew={crew} member={null} onClose={() => setAdding(false)} />}
    </>
  );
}

interface CrewDetailProps extends CrewProps {
  /** Undefined where the crew fills the screen. */
  onClose: (() => void) | undefined;
}

/** One crew: its members, and the actions of an admin. */
export function CrewDetail({ crew, onDeleted, onClose }: CrewDetailProps) {
  const { may } = useSession();
  const heading = useId();
  const [edited, setEdited] = useState<CrewMember | null>(null);
  // Another user may change the member while the form is open.
  const current = crew.crewMembers.find(({ id }) => id === edited?.id) ?? edited;
  return (
    <section aria-labelledby={heading}>
      <div className={styles.head}>
        <div className="grow">
          <DetailTitle id={heading}>{crew.name}</DetailTitle>
        </div>
        <div className={styles.actions}>
          <CrewActions crew={crew} onDeleted={onDeleted} />
        </div>
        {onClose !== undefined && (
          <ActionIcon aria-label={m.crews_closeCrew()} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        )}
      </div>
      {crew.crewMembers.length === 0 ? (
        <EmptyState title={m.crews_none()}>
          {may('crews.manage') ? m.crews_noMembersHint() : m.crews_noMembersReader()}
        </EmptyState>
      ) : (
        <PeopleTable
          people={crew.crewMembers}
          list="crew-members"
          headings={{ name: m.crews_name(), email: m.crews_email(), phone: m.crews_phone() }}
          action="crews.manage"
          editNamed={(name) => m.crews_edit({ name })}
          onEdit={setEdited}
        />
      )}
      {edited !== null && (
        <MemberPanel key={edited.id} crew={crew} member={current} onClose={() => setEdited(null)} />
      )}
    </section>
  );
}
