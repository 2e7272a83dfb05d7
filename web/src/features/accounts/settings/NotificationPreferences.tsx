import type { NotificationChoice, NotificationWay } from '@bindings';
import { Button, NativeSelect } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useId } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useNotificationPreferences } from '@/queries/notifications/preferences';

import styles from './NotificationPreferences.module.css';

const channelOptions = (): { value: NotificationWay; label: string }[] => [
  { value: 'app', label: m.choices_app() },
  { value: 'mail', label: m.choices_mail() },
  { value: 'digest', label: m.choices_digest() },
  { value: 'none', label: m.choices_none() },
];

interface RowProps {
  group: NotificationChoice;
  choose: (way: NotificationWay) => void;
}

const Row = ({ group, choose }: RowProps) => (
  <li className={styles.row}>
    <NativeSelect
      classNames={{ root: styles.group ?? '', description: styles.text ?? '' }}
      label={group.title}
      description={group.text}
      data={channelOptions()}
      value={group.choice}
      onChange={({ currentTarget }) => choose(currentTarget.value as NotificationWay)}
    />
  </li>
);

/** What the user is notified of, and by which channel: each choice is saved at once. */
export function NotificationPreferences() {
  const heading = useId();
  const { choices, error, refetch, choose } = useNotificationPreferences();
  return (
    <section className={`card ${styles.card}`} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        <IconBell size={20} stroke={1.7} aria-hidden />
        {m.choices_title()}
      </h2>
      <p className="muted">{m.choices_intro()}</p>
      {choices === undefined && error !== null && (
        <div className={`row ${styles.failed}`} role="alert">
          <span>{error.message}</span>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {m.jobs_retry()}
          </Button>
        </div>
      )}
      <ul className={styles.list} aria-busy={choices === undefined && error === null}>
        {choices?.map((group) => (
          <Row
            key={group.kind}
            group={group}
            choose={(choice) =>
              void runWithToast(() => choose({ kind: group.kind, choice }), m.choices_saved())
            }
          />
        ))}
      </ul>
    </section>
  );
}
