import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAppointmentChanges } from '@/queries/calendar/appointments';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { ErrorBox, ErrorSummary } from '@/ui/feedback/ErrorSummary';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { toast } from '@/ui/overlays/toasts';
import { checkCreateAppointment } from '@/wasm/rules';
import { readSlot } from '../hourGrid/newSlot';
import { useCalendarView } from '../useCalendarView';
import { AppointmentFields } from './AppointmentFields';
import styles from './AppointmentFields.module.css';
import { createForm, newAppointmentValues, splitStartErrors } from './appointmentForms';
import { DateTimeFields } from './DateTimeFields';
import { TimeZoneHint } from './TimeZoneHint';

/** The form of a new appointment, over the calendar: at the time that was clicked there, if one was. */
export function NewAppointmentPanel() {
  const { language, whyNot } = useSession();
  const { create } = useAppointmentChanges();
  const { home, day } = useCalendarView();
  const { state } = useLocation();
  const leave = useCloseOverlay();
  const zone = useCompanyZone();
  const reason = whyNot('appointments.create');
  const close = () => leave(home);

  const [initial] = useState(() => newAppointmentValues(readSlot(state), day, zone));
  const form = useRulesForm({
    initial,
    check: (values) => splitStartErrors(checkCreateAppointment(createForm(values, zone), language), values),
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
          <DateTimeFields form={form} zone={zone} />
          <TimeZoneHint zone={zone} />
        </AppointmentFields>
      </fieldset>
    </SidePanel>
  );
}
