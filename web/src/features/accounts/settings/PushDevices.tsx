import type { PushDevice } from '@bindings';
import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useId } from 'react';
import { useBusyRun } from '@/components/feedback/runWithPopup';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { canPush, isPushDenied, usePushSubscriptions } from '@/queries/notifications/pushSubscriptions';

import styles from './UserSettings.module.css';

/** The browsers of the user that receive push notifications, this one first. */
export function PushSubscriptions() {
  const heading = useId();
  const { devices, start, stop } = usePushSubscriptions();
  const { busy, run } = useBusyRun();
  const own = devices?.find(({ isThis }) => isThis);
  const others = devices?.filter(({ isThis }) => !isThis) ?? [];
  const able = canPush();
  if (devices === undefined || (!able && others.length === 0)) return null;

  const turnOff = (device: PushDevice) => run(() => runWithToast(() => stop(device), m.push_stopped()));
  const name = (device: PushDevice) => device.name || m.push_browser();

  return (
    <section className={`card ${styles.help}`} aria-labelledby={heading}>
      <h2 id={heading}>
        <IconDeviceMobile size={20} stroke={1.7} aria-hidden />
        {m.push_title()}
      </h2>
      <p role="status">
        {own !== undefined ? m.push_isOn() : isPushDenied() ? m.push_denied() : m.push_text()}
      </p>
      {own !== undefined && (
        <Button variant="default" disabled={busy} onClick={() => void turnOff(own)}>
          {m.push_off()}
        </Button>
      )}
      {own === undefined && able && !isPushDenied() && (
        <Button loading={busy} onClick={() => void run(start)}>
          {m.push_on()}
        </Button>
      )}
      {others.length > 0 && (
        <>
          <h3 className={styles.others}>{m.push_others()}</h3>
          <ul className={styles.devices}>
            {others.map((device) => (
              <li key={device.id}>
                <span>{name(device)}</span>
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  disabled={busy}
                  aria-label={m.push_remove({ name: name(device) })}
                  onClick={() => void turnOff(device)}
                >
                  {m.push_stop()}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
