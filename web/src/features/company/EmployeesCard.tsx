import type { Employee } from '@bindings';
import { m } from '@/i18n';
import { useEmployees } from '@/session/employees';
import { useSession } from '@/session/session';
import { Avatar } from '@/ui/Avatar';
import { usePhone } from '@/ui/Overlay';
import { Late, SkeletonCards, SkeletonRows } from '@/ui/Skeletons';
import { userTypeName } from '@/ui/userType';

import head from './CardHead.module.css';
import styles from './EmployeesCard.module.css';

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

function EmployeeTable({ people }: { people: readonly Employee[] | undefined }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{m.company_name()}</th>
          <th scope="col">{m.company_position()}</th>
          <th scope="col">{m.company_type()}</th>
          <th scope="col">{m.company_location()}</th>
        </tr>
      </thead>
      <tbody>
        {people === undefined ? (
          <Late>
            <SkeletonRows columns={4} />
          </Late>
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
            </tr>
          ))
        )}
      </tbody>
    </table>
  );
}

function EmployeeCards({ people }: { people: readonly Employee[] | undefined }) {
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
        </li>
      ))}
    </ul>
  );
}

/** The people of the company: a table, on a phone cards. */
export function EmployeesCard() {
  const { data: people, error } = useEmployees();
  const phone = usePhone();
  const Shown = phone ? EmployeeCards : EmployeeTable;
  return (
    <section className={`card ${styles.employees}`} aria-labelledby="employees">
      <h2 id="employees" className={head.title}>
        {m.company_employees()} {people !== undefined && <span className="dim num">{people.length}</span>}
      </h2>
      {error !== null && people === undefined ? (
        <p className={head.none}>{error.message}</p>
      ) : (
        <Shown people={people} />
      )}
    </section>
  );
}
