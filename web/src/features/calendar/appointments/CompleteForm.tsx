import type { Appointment } from '@bindings';
import { Button, Textarea } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { m } from '@/i18n';
import { useWaiting } from '@/session/outbox';
import { useSession } from '@/session/session';
import { Permitted } from '@/ui/Permitted';
import { useRulesForm } from '@/ui/useRulesForm';
import { WaitingMark } from '@/ui/WaitingMark';
import { checkCompleteAppointment } from '@/wasm/rules';

import styles from './AppointmentOptions.module.css';

interface CompleteFormProps {
  appointment: Appointment;
  save: (followUpNote: string) => void;
  /** Told when something was typed and not saved. */
  onDirty: (dirty: boolean) => void;
}

const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** For what stands inside the form: the overlay around must not hear its Esc. */
const ownEscape = { 'data-mantine-stop-propagation': true } as const;

function FollowUp({
  save,
  onDirty,
  onCancel,
}: Omit<CompleteFormProps, 'appointment'> & { onCancel: () => void }) {
  const { language } = useSession();
  const form = useRulesForm({
    initial: { followUpNote: '' },
    check: (values) => checkCompleteAppointment(values, language),
    submit: ({ followUpNote }) => save(followUpNote),
  });
  useEffect(() => {
    onDirty(form.dirty);
    return () => onDirty(false);
  }, [onDirty, form.dirty]);
  return (
    <form
      {...form.form}
      className={styles.complete}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <h3 className={styles.head}>{m.appointments_completeTitle()}</h3>
      <Textarea
        ref={takeFocus}
        label={m.appointments_followUp()}
        description={m.appointments_optional()}
        autosize
        minRows={3}
        maxRows={10}
        {...ownEscape}
        {...form.field('followUpNote')}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={onCancel} {...ownEscape}>
          {m.common_cancel()}
        </Button>
        <Button type="submit" loading={form.busy} {...ownEscape}>
          {m.appointments_completeNow()}
        </Button>
      </div>
    </form>
  );
}

/** Completing asks what came of it first. Once done the button says so, and what came of it stands under it. */
export function CompleteForm({ appointment, save, onDirty }: CompleteFormProps) {
  const [asking, setAsking] = useState(false);
  const { status, followUpNote } = appointment;
  const waiting = useWaiting('completeAppointment').find((entry) => entry.appointment.id === appointment.id);
  if (status === 'complete')
    return (
      <>
        <Button fullWidth disabled leftSection={<IconCircleCheck size={18} />}>
          {m.appointments_completed()}
        </Button>
        {waiting !== undefined && <WaitingMark entry={waiting} />}
        {followUpNote !== null && (
          <div>
            <h3 className={styles.head}>{m.appointments_followUp()}</h3>
            <p className={styles.text}>{followUpNote}</p>
          </div>
        )}
      </>
    );
  if (asking) return <FollowUp save={save} onDirty={onDirty} onCancel={() => setAsking(false)} />;
  return (
    <Permitted action="appointments.complete">
      <Button fullWidth leftSection={<IconCircleCheck size={18} />} onClick={() => setAsking(true)}>
        {m.appointments_completeIt()}
      </Button>
    </Permitted>
  );
}
