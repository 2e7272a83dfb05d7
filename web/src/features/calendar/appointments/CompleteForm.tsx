import type { Appointment, AppointmentId } from '@bindings';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useFormDraft } from '@/components/forms/useFormDraft';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { QueuedBadge } from '@/components/offline/QueuedBadge';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useQueued } from '@/queries/offline/outbox';
import { GrowingTextarea } from '@/ui/inputs/GrowingTextarea';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';
import { checkCompleteAppointment } from '@/wasm/rules';
import styles from './AppointmentOptions.module.css';

interface CompleteFormProps {
  appointment: Appointment;
  save: (followUpNote: string) => void;
  /** Called when the form becomes dirty or clean. */
  onDirty: (dirty: boolean) => void;
}

/** The draft of the outcome of an appointment. */
export const followUpDraft = (id: AppointmentId): string => `follow-up ${id}`;

function FollowUp({ appointment, save, onDirty, onCancel }: CompleteFormProps & { onCancel: () => void }) {
  const { language } = useSession();
  const form = useRulesForm({
    initial: { followUpNote: '' },
    check: (values) => checkCompleteAppointment(values, language),
    submit: ({ followUpNote }) => save(followUpNote),
  });
  useFormDraft(form, 'followUpNote', followUpDraft(appointment.id));
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
      <GrowingTextarea
        ref={focusOnMount}
        label={m.appointments_followUp()}
        description={m.appointments_optional()}
        minRows={3}
        maxRows={10}
        {...handlesEscape}
        {...form.field('followUpNote')}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={onCancel} {...handlesEscape}>
          {m.common_cancel()}
        </Button>
        <Button type="submit" loading={form.busy} {...handlesEscape}>
          {m.appointments_completeNow()}
        </Button>
      </div>
    </form>
  );
}

/** The form to complete an appointment. It asks for the outcome first and later shows it below the button. */
export function CompleteForm({ appointment, save, onDirty }: CompleteFormProps) {
  const [completing, setCompleting] = useState(false);
  const { status, followUpNote } = appointment;
  const waiting = useQueued('completeAppointment').find((entry) => entry.appointment.id === appointment.id);
  if (status === 'complete')
    return (
      <>
        <Button fullWidth disabled leftSection={<IconCircleCheck size={18} />}>
          {m.appointments_completed()}
        </Button>
        {waiting !== undefined && <QueuedBadge entry={waiting} />}
        {followUpNote !== null && (
          <div>
            <h3 className={styles.head}>{m.appointments_followUp()}</h3>
            <p className={styles.text}>{followUpNote}</p>
          </div>
        )}
      </>
    );
  if (completing)
    return (
      <FollowUp
        appointment={appointment}
        save={save}
        onDirty={onDirty}
        onCancel={() => setCompleting(false)}
      />
    );
  return (
    <Permitted action="appointments.complete">
      <Button fullWidth leftSection={<IconCircleCheck size={18} />} onClick={() => setCompleting(true)}>
        {m.appointments_completeIt()}
      </Button>
    </Permitted>
  );
}
