import type { Employee } from '@bindings';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { EmployeeList } from '@/components/companies/EmployeeList';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useRemoveEmployee } from '@/queries/companies/employeeRemoval';
import { useEmployees } from '@/queries/companies/employees';
import { userTypeName } from '@/ui/companies/userType';
import type { CsvColumn } from '@/ui/files/tableCsv';
import { TableMenu } from '@/ui/layout/TableMenu';
import { InvitePanel } from '../invitations/InvitePanel';
import head from './CardHead.module.css';
import styles from './EmployeesCard.module.css';

/** Removes an employee from the company, after a confirmation. Users cannot remove themselves. */
function Remove({ person }: { person: Employee }) {
  const { user } = useSession();
  const remove = useRemoveEmployee();
  const [busy, setBusy] = useState(false);
  if (person.id === user.id) return null;
  const name = `${person.firstName} ${person.lastName}`;

  const requestRemoval = async () => {
    const confirmed = await confirmDelete(m.company_removeWho({ name }), notice('removeUserSure'));
    if (!confirmed) return;
    setBusy(true);
    await runWithToast(() => remove(person), m.company_removed({ name })).finally(() => setBusy(false));
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={styles.remove ?? ''}
      loading={busy}
      aria-label={m.company_removeNamed({ name })}
      onClick={() => void requestRemoval()}
    >
      {m.company_remove()}
    </Button>
  );
}

/** Whether the form is open: opened here, or by a command of the search through the navigation state. */
function useInviting() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation() as Location<{ invite?: boolean } | null>;
  const [here, setHere] = useState(false);
  const inviteRequested = state?.invite === true;
  return {
    inviting: here || inviteRequested,
    invite: () => setHere(true),
    close: () => {
      setHere(false);
      if (inviteRequested) void navigate({ pathname, search }, { replace: true, state: null });
    },
  };
}

/** The columns of the list. */
const columns = (): CsvColumn<Employee>[] => [
  [m.company_name(), ({ firstName, lastName }) => `${firstName} ${lastName}`],
  [m.company_position(), ({ position }) => position],
  [m.company_type(), ({ userType }) => userTypeName(userType)],
  [m.company_location(), ({ location }) => location],
];

/** The employees of the company. Admins can invite and remove employees. */
export function EmployeesCard() {
  const { may } = useSession();
  const { data: people, error } = useEmployees();
  const { inviting, invite, close } = useInviting();
  return (
    <section className={`card ${styles.employees}`} aria-labelledby="employees">
      <div className={head.line}>
        <h2 id="employees" className={head.title}>
          {m.company_employees()} {people !== undefined && <span className="dim num">{people.length}</span>}
        </h2>
        <div className={styles.actions}>
          {may('users.invite') && (
            <Button variant="default" leftSection={<IconUserPlus size={17} aria-hidden />} onClick={invite}>
              {m.company_invite()}
            </Button>
          )}
          <TableMenu list="employees" columns={columns} rows={people} />
        </div>
      </div>
      {error !== null && people === undefined ? (
        <p className={head.none}>{error.message}</p>
      ) : (
        <EmployeeList
          people={people}
          action={may('users.remove') ? (person) => <Remove person={person} /> : undefined}
        />
      )}
      {inviting && may('users.invite') && <InvitePanel onClose={close} />}
    </section>
  );
}
