import type { Appointment } from '@bindings';
import { Button } from '@mantine/core';
import { m, notice } from '@/i18n';
import { useAppointmentChanges } from '@/session/appointments';
import { useCustomers } from '@/session/customers';
import { useEmployees } from '@/session/employees';
import { useSession } from '@/session/session';
import { ErrorSummary } from '@/ui/ErrorSummary';
import { SidePanel } from '@/ui/SidePanel';
import { toast } from '@/ui/toasts';
import { useFollowFields } from '@/ui/useFollow';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkAppointmentDetails } from '@/wasm/rules';

import { AppointmentFields } from './AppointmentFields';
import { detailsOf } from './appointmentForms';

/** With whom, who goes, where and the note of an appointment, over its options. */
export function EditPanel({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const { language, may } = useSession();
  const { customers } = useCustomers(may('customers.view'));
  const { data: employees } = useEmployees();
  const { details } = useAppointmentChanges();
  const saved = detailsOf(appointment);
  const form = useRulesForm({
    initial: saved,
    check: (values) => checkAppointmentDetails(values, language),
    submit: async (values, was) => {
      const customer = customers?.find(({ id }) => id === values.customerId);
      const employee = employees?.find(({ id }) => id === values.assignedToId);
      await details(appointment.id, { ...values, was }, { customer, employee });
      onClose();
      toast.sweet(notice('appointmentUpdated'));
    },
  });
  useFollowFields(form, saved);
  return (
    <SidePanel
      title={m.appointments_editTitle()}
      onClose={onClose}
      dirty={form.dirty}
      form={form.form}
      footer={(cancel) => (
        <>
          <Button variant="default" onClick={cancel}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.common_save()}
          </Button>
        </>
      )}
    >
      <ErrorSummary refusals={form.refusals}>{notice('validation')}</ErrorSummary>
      <AppointmentFields form={form} />
    </SidePanel>
  );
}
