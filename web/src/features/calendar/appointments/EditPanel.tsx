import type { Appointment } from '@bindings';
import { FormPanel } from '@/components/forms/FormPanel';
import { useFieldSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAppointmentChanges } from '@/queries/calendar/appointments';
import { useEmployees } from '@/queries/companies/employees';
import { useCustomers } from '@/queries/customers';
import { toast } from '@/ui/overlays/toasts';
import { checkAppointmentDetails } from '@/wasm/rules';

import { AppointmentFields } from './AppointmentFields';
import { detailsForm } from './appointmentForms';

/** Customer, employee, address and note of an appointment, over its options. */
export function EditPanel({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const { language, may } = useSession();
  const { customers } = useCustomers(may('customers.view'));
  const { data: employees } = useEmployees();
  const { details } = useAppointmentChanges();
  const saved = detailsForm(appointment);
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
  useFieldSync(form, saved);
  return (
    <FormPanel title={m.appointments_editTitle()} onClose={onClose} form={form} verb={m.common_save()}>
      <AppointmentFields form={form} />
    </FormPanel>
  );
}
