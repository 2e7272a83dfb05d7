import type { Crew, CrewMember } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { m } from '@/i18n';
import { useCrewChanges } from '@/session/crews';
import { useSession } from '@/session/session';
import { ActionBar } from '@/ui/ActionBar';
import { EmptyState } from '@/ui/EmptyState';
import { Permitted } from '@/ui/Permitted';
import { useRemoval } from '@/ui/useRemoval';

import styles from './Crews.module.css';
import { MemberPanel } from './MemberPanel';
import { MemberTable } from './MemberTable';

interface CrewProps {
  crew: Crew;
  /** Told when the crew was deleted. */
  onGone: () => void;
}

/** 'Delete crew' and 'New Crew Member', in this order on a phone. */
function CrewActions({ crew, onGone }: CrewProps) {
  const { remove } = useCrewChanges();
  const removal = useRemoval();
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
              onGone,
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
export function CrewDetail({ crew, onGone, onClose }: CrewProps & { onClose?: () => void }) {
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
          <CrewActions crew={crew} onGone={onGone} />
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
