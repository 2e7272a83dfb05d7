import type { AppointmentDetails, Customer } from '@bindings';
import { Select, TextInput } from '@mantine/core';
import { m } from '@/i18n';
import { useCustomers } from '@/session/customers';
import { useEmployees } from '@/session/employees';
import { useSession } from '@/session/session';
import { CountedTextarea } from '@/ui/Counted';
import { CreateCustomerLink } from '@/ui/CreateCustomerLink';
import { CustomerSelect } from '@/ui/CustomerSelect';
import type { RulesForm } from '@/ui/useRulesForm';
import { limits } from '@/wasm/rules';

import styles from './AppointmentFields.module.css';
import { followedPlace } from './appointmentForms';

interface AppointmentFieldsProps {
  form: Pick<RulesForm<AppointmentDetails>, 'values' | 'set' | 'field' | 'choice'>;
  /** Stands between who and where. */
  children?: React.ReactNode;
}

/** Lists open over the panel that they stand in. */
const overPanel = { zIndex: 130 };

/** With whom, who goes, where, and a note: the same for a new appointment and for one that is edited. */
export function AppointmentFields({ form, children }: AppointmentFieldsProps) {
  const { may } = useSession();
  const { customers, error } = useCustomers(may('customers.view'));
  const { data: employees } = useEmployees();
  const { values, set } = form;
  const customer = form.choice('customerId');
  const employee = form.choice('assignedToId');

  const named = (id: string | null) => customers?.find((each) => each.id === id);
  const choose = (chosen: Customer | undefined) => {
    const follows = followedPlace(values, named(values.customerId), chosen);
    set('customerId', chosen?.id ?? '');
    if (follows === null) return;
    for (const part of ['address', 'city', 'state', 'zip'] as const) set(part, follows[part]);
  };

  return (
    <div className={styles.fields}>
      <div className={styles.customer}>
        <CustomerSelect
          {...customer}
          label={m.appointments_customer()}
          required
          customers={customers ?? []}
          value={values.customerId || null}
          onChange={(id) => choose(named(id))}
          error={customer.error ?? error?.message}
          openOnFocus={false}
          comboboxProps={overPanel}
        />
        <CreateCustomerLink onCreated={choose} />
      </div>
      <Select
        {...employee}
        label={m.appointments_employee()}
        placeholder={m.appointments_chooseEmployee()}
        required
        searchable
        openOnFocus={false}
        allowDeselect={false}
        nothingFoundMessage={m.jobs_noPerson()}
        data={(employees ?? []).map(({ id, firstName, lastName, position }) => ({
          value: id,
          label: [`${firstName} ${lastName}`, position].filter(Boolean).join(', '),
        }))}
        value={values.assignedToId || null}
        comboboxProps={overPanel}
      />
      {children}
      <TextInput label={m.jobs_address()} autoComplete="off" {...form.field('address')} />
      <div className={styles.place}>
        <TextInput label={m.jobs_city()} autoComplete="off" {...form.field('city')} />
        <TextInput label={m.jobs_state()} autoComplete="off" {...form.field('state')} />
        <TextInput label={m.jobs_zip()} inputMode="numeric" autoComplete="off" {...form.field('zip')} />
      </div>
      <CountedTextarea label={m.appointments_note()} max={limits().appointmentNote} {...form.field('note')} />
    </div>
  );
}
