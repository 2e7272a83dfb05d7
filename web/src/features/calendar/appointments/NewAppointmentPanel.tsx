import { useState } from 'react';
import { useLocation } from 'react-router';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAppointmentChanges } from '@/queries/calendar/appointments';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { toast } from '@/ui/overlays/toasts';
import { checkCreateAppointment } from '@/wasm/rules';
import { readSlot } from '../hourGrid/newSlot';
import { useCalendarView } from '../useCalendarView';
import { AppointmentFields } from './AppointmentFields';
import { createForm, newAppointmentValues, splitStartErrors } from './appointmentForms';
import { DateTimeFields } from './DateTimeFields';
import { TimeZoneHint } from './TimeZoneHint';

/** The form of a new appointment, over the calendar. It starts with the time that was clicked there, if any. */
export function NewAppointmentPanel() {
  const { language, whyNot } = useSession();
  const { create } = useAppointmentChanges();
  const { home, day } = useCalendarView();
  const { state } = useLocation();
  const leave = useCloseOverlay();
  const zone = useCompanyZone();
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
    <FormPanel
      title={m.appointments_new()}
      onClose={close}
      form={form}
      verb={m.appointments_create()}
      locked={whyNot('appointments.create')}
    >
      <AppointmentFields form={form}>
        <DateTimeFields form={form} zone={zone} />
        <TimeZoneHint zone={zone} />
      </AppointmentFields>
    </FormPanel>
  );
}
