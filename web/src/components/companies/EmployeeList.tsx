import type { Employee } from '@bindings';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';

import { Avatar } from '@/ui/brand/Avatar';
import { userTypeName } from '@/ui/companies/userType';
import { Delayed, SkeletonCards, SkeletonRows } from '@/ui/feedback/Skeletons';
import { usePhone } from '@/ui/theme/usePhone';
import styles from './EmployeeList.module.css';

interface EmployeeListProps {
  /** Undefined while they are fetched. */
  people: readonly Employee[] | undefined;
  /** The actions for a person, at the end of the row. */
  action?: ((person: Employee) => ReactNode) | undefined;
}

function Name({ person }: { person: Employee }) {
  const { user } = useSession();
  return (
    <>
      <b className={styles.name}>
        {person.firstName} {person.lastName}
      </b>
      {person.id === user.id && <span className={styles.you}>{m.company_you()}</span>}
    </>
  );
}

function EmployeeTable({ people, action }: EmployeeListProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{m.company_name()}</th>
          <th scope="col">{m.company_position()}</th>
          <th scope="col">{m.company_type()}</th>
          <th scope="col">{m.company_location()}</th>
          {action !== undefined && (
            <th scope="col">
              <span className="spoken">{m.company_remove()}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {people === undefined ? (
          <Delayed>
            <SkeletonRows columns={action === undefined ? 4 : 5} />
          </Delayed>
        ) : (
          people.map((person) => (
            <tr key={person.id}>
              <td>
                <span className={styles.person}>
                  <Avatar person={person} />
                  <Name person={person} />
                </span>
              </td>
              <td>{person.position}</td>
              <td className="muted">{userTypeName(person.userType)}</td>
              <td className="muted">{person.location}</td>
              {action !== undefined && <td className="right">{action(person)}</td>}
            </tr>
          ))
        )}
      </tbody>
    </table>
  );
}

function EmployeeCards({ people, action }: EmployeeListProps) {
  if (people === undefined) return <SkeletonCards count={3} height={72} />;
  return (
    <ul className={styles.cards}>
      {people.map((person) => (
        <li key={person.id} className={styles.card}>
          <Avatar person={person} size={40} />
          <div className="grow">
            <div>
              <Name person={person} />
            </div>
            <div className={styles.facts}>
              {[person.position, userTypeName(person.userType), person.location].filter(Boolean).join(' · ')}
            </div>
          </div>
          {action?.(person)}
        </li>
      ))}
    </ul>
  );
}

/** The people of a company: a table, on a phone cards. */
export const EmployeeList = (props: EmployeeListProps) =>
  usePhone() ? <EmployeeCards {...props} /> : <EmployeeTable {...props} />;
