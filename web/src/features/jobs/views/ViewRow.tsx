import type { SavedView } from '@bindings';
import { ActionIcon } from '@mantine/core';
import { IconLink, IconTrash, IconUsers, IconUsersMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useSavedViewChanges } from '@/queries/jobs/savedViews';
import { isOptimisticId } from '@/queries/mutations/optimisticIds';
import { popup } from '@/ui/overlays/popups';
import { copyViewLink } from './copyViewLink';
import styles from './SavedViews.module.css';

function RowButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

interface ViewRowProps {
  saved: SavedView;
  /** Whether the list shows it now. */
  shown: boolean;
  onOpen: (() => void) | undefined;
}

/** A saved view: to open it, to send its address, and what its owner or an admin may change. */
export function ViewRow({ saved, shown, onOpen }: ViewRowProps) {
  const { user } = useSession();
  const { set, remove } = useSavedViewChanges();
  const run = (change: Promise<unknown>) => {
    change.catch((failure: Error) => popup.oops(failure.message));
  };
  const { name, search, isShared, isOwn } = saved;
  const stored = !isOptimisticId(saved.id);
  return (
    <li className={styles.view}>
      <Link
        to={{ pathname: '/app/jobs', search }}
        className={styles.open}
        aria-current={shown || undefined}
        onClick={onOpen}
      >
        {name}
        {isShared && <span className={styles.shared}>{m.jobs_viewShared()}</span>}
      </Link>
      <RowButton label={m.jobs_viewCopyOf({ name })} onClick={() => void copyViewLink(search)}>
        <IconLink size={17} />
      </RowButton>
      {stored && isOwn && (
        <RowButton
          label={isShared ? m.jobs_viewUnshareOf({ name }) : m.jobs_viewShareOf({ name })}
          onClick={() => run(set({ ...saved, isShared: !isShared }))}
        >
          {isShared ? <IconUsersMinus size={17} /> : <IconUsers size={17} />}
        </RowButton>
      )}
      {stored && (isOwn || user.userType === 'admin') && (
        <RowButton label={m.jobs_viewRemove({ name })} onClick={() => run(remove(saved))}>
          <IconTrash size={17} />
        </RowButton>
      )}
    </li>
  );
}
