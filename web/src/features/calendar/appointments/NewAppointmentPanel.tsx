import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { m, notice } from '@/i18n';
import { useAppointmentChanges } from '@/session/appointments';
import { useSession } from '@/session/session';
import { useCompanyZone } from '@/session/timeZone';
import { ErrorBox, ErrorSummary } from '@/ui/ErrorSummary';
import { useLeave } from '@/ui/leaving';
import { SidePanel } from '@/ui/SidePanel';
import { toast } from '@/ui/toasts';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkCreateAppointment } from '@/wasm/rules';

import { useCalendarView } from '../useCalendarView';
import { AppointmentFields } from './AppointmentFields';
import styles from './AppointmentFields.module.css';
import { atFields, createForm, newValues } from './appointmentForms';
import { readSlot } from './newSlot';
import { WhenFields } from './WhenFields';
import { ZoneHint } from './ZoneHint';

/** The form of a new appointment, over the calendar: at the time that was clicked there, if one was. */
export function NewAppointmentPanel() {
  const { language, whyNot } = useSession();
  const { create } = useAppointmentChanges();
  const { home, day } = useCalendarView();
  const { state } = useLocation();
  const leave = useLeave();
  const zone = useCompanyZone();
  const reason = whyNot('appointments.create');
  const close = () => leave(home);

  const [initial] = useState(() => newValues(readSlot(state), day, zone));
  const form = useRulesForm({
    initial,
    check: (values) => atFields(checkCreateAppointment(createForm(values, zone), language), values),
    submit: async (values) => {
      await create(createForm(values, zone));
      leave(home);
      toast.sweet(m.appointments_created());
    },
  });

  return (
    <SidePanel
      title={m.appointments_new()}
      onClose={close}
      dirty={form.dirty}
      form={form.form}
      footer={(cancel) => (
        <>
          <Button variant="default" onClick={cancel}>
            {m.common_cancel()}
          </Button>
          {reason === null && (
            <Button type="submit" loading={form.busy}>
              {m.appointments_create()}
            </Button>
          )}
        </>
      )}
    >
      {reason !== null && <ErrorBox>{reason}</ErrorBox>}
      <ErrorSummary refusals={form.refusals}>{notice('validation')}</ErrorSummary>
      <fieldset className={styles.locked} disabled={reason !== null}>
        <AppointmentFields form={form}>
          <WhenFields form={form} zone={zone} />
          <ZoneHint zone={zone} />
        </AppointmentFields>
      </fieldset>
    </SidePanel>
  );
}
