import type { NotificationChannel, NotificationChoice } from '@bindings';
import { NativeSelect } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useNotificationPreferences } from '@/queries/notifications/preferences';

import { RetryLine, SettingsCard } from '../SettingsCard';
import styles from './NotificationPreferences.module.css';

const channelOptions = (): { value: NotificationChannel; label: string }[] => [
  { value: 'app', label: m.choices_app() },
  { value: 'mail', label: m.choices_mail() },
  { value: 'digest', label: m.choices_digest() },
  { value: 'none', label: m.choices_none() },
];

interface RowProps {
  group: NotificationChoice;
  choose: (way: NotificationChannel) => void;
}

const Row = ({ group, choose }: RowProps) => (
  <li className={styles.row}>
    <NativeSelect
      classNames={{ root: styles.group ?? '', description: styles.text ?? '' }}
      label={group.title}
      description={group.text}
      data={channelOptions()}
      value={group.choice}
      onChange={({ currentTarget }) => choose(currentTarget.value as NotificationChannel)}
    />
  </li>
);

/** Which events the user is notified of, and by which channel. Each choice is saved at once. */
export function NotificationPreferences() {
  const { choices, error, refetch, choose } = useNotificationPreferences();
  return (
    <SettingsCard icon={IconBell} title={m.choices_title()}>
      <p className="muted">{m.choices_intro()}</p>
      {choices === undefined && error !== null && <RetryLine why={error.message} onRetry={refetch} />}
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
    </SettingsCard>
  );
}
