import type { Crew, CrewMember } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useConfirmedDelete } from '@/components/feedback/useConfirmedDelete';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCrewChanges } from '@/queries/crews';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { ActionBar } from '@/ui/layout/ActionBar';

import styles from './Crews.module.css';
import { MemberPanel } from './MemberPanel';
import { MemberTable } from './MemberTable';

interface CrewProps {
  crew: Crew;
  /** Called after the crew was deleted. */
  onDeleted: () => void;
}

/** 'Delete crew' and 'New Crew Member', in this order on a phone. */
function CrewActions({ crew, onDeleted }: CrewProps) {
  const { remove } = useCrewChanges();
  const removal = useConfirmedDelete();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Permitted action="crews.manage">
        <Button
          variant="outline"
          color="crimson"
          leftSection={<IconTrash size={16} />}
          loading={removal.busy}
          onClick={() =>
            void removal.ask({
              question: m.crews_deleteSure({ name: crew.name }),
              remove: () => remove(crew),
              onDeleted,
            })
          }
        >
          {m.crews_delete()}
        </Button>
      </Permitted>
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

/** The two actions at the bottom of a phone. */
export const CrewDetailBar = (props: CrewProps) => (
  <ActionBar overlay>
    <CrewActions {...props} />
  </ActionBar>
);

/** One crew: its members, and what an admin may do with them. */
export function CrewDetail({ crew, onDeleted, onClose }: CrewProps & { onClose?: () => void }) {
  const { may } = useSession();
  const heading = useId();
  const [edited, setEdited] = useState<CrewMember | null>(null);
  // Somebody else may change them while the form is open.
  const asSaved = crew.crewMembers.find(({ id }) => id === edited?.id) ?? edited;
  return (
    <section className={styles.detail} aria-labelledby={heading}>
      <div className={styles.head}>
        <h3 id={heading} className="grow">
          {crew.name}
        </h3>
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
        <MemberTable members={crew.crewMembers} onEdit={setEdited} />
      )}
      {edited !== null && (
        <MemberPanel key={edited.id} crew={crew} member={asSaved} onClose={() => setEdited(null)} />
      )}
    </section>
  );
}
