import type { AppointmentDetails, Customer } from '@bindings';
import { Select, TextInput } from '@mantine/core';
import { CreateCustomerLink } from '@/components/customers/CreateCustomerLink';
import { CustomerSelect } from '@/components/customers/CustomerSelect';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useEmployees } from '@/queries/companies/employees';
import { useCustomers } from '@/queries/customers';
import { TextareaWithCounter } from '@/ui/inputs/CharacterCounter';
import { limits } from '@/wasm/rules';

import styles from './AppointmentFields.module.css';
import { addressFromCustomer } from './appointmentForms';

interface AppointmentFieldsProps {
  form: Pick<RulesForm<AppointmentDetails>, 'values' | 'set' | 'field' | 'choice'>;
  /** Shown between the customer and employee fields and the address. */
  children?: React.ReactNode;
}

/** Dropdowns open above the panel that contains them. */
const overPanel = { zIndex: 130 };

/** Customer, employee, address and note: used for a new appointment and for editing one. */
export function AppointmentFields({ form, children }: AppointmentFieldsProps) {
  const { may } = useSession();
  const { customers, error } = useCustomers(may('customers.view'));
  const { data: employees } = useEmployees();
  const { values, set } = form;
  const customer = form.choice('customerId');
  const employee = form.choice('assignedToId');

  const customerOf = (id: string | null) => customers?.find((each) => each.id === id);
  const choose = (chosen: Customer | undefined) => {
    const follows = addressFromCustomer(values, customerOf(values.customerId), chosen);
    set('customerId', chosen?.id ?? '');
    if (follows === null) return;
    for (const part of ['address', 'city', 'state', 'zip'] as const) set(part, follows[part]);
  };

  return (
    <>
      <div className={styles.customer}>
        <CustomerSelect
          {...customer}
          label={m.appointments_customer()}
          required
          customers={customers ?? []}
          value={values.customerId || null}
          onChange={(id) => choose(customerOf(id))}
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
      <TextareaWithCounter
        label={m.appointments_note()}
        max={limits().appointmentNote}
        {...form.field('note')}
      />
    </>
  );
}
