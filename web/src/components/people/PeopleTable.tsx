import type { Action } from '@bindings';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';

import styles from './PeopleTable.module.css';

interface Person {
  id: string;
  name: string;
  email: string | null;
  phone?: string | null;
}

interface PeopleTableProps<P extends Person> {
  people: readonly P[];
  /** The header of the phone number column. Without it there is no such column. */
  headings: { name: string; email: string; phone?: string };
  /** The permission to edit a person. */
  action: Action;
  /** The accessible name of the edit button. */
  editNamed: (name: string) => string;
  onEdit: (person: P) => void;
}

/** A contact value; as specified for these tables, a hyphen if it is unknown. */
const Reach = ({ scheme, value }: { scheme: 'mailto' | 'tel'; value: string | null | undefined }) =>
  value == null ? (
    '-'
  ) : (
    <a className={styles.reach} href={`${scheme}:${value}`}>
      {value}
    </a>
  );

/** People without an account, with mail and phone links. On a phone each is a card. */
export function PeopleTable<P extends Person>(props: PeopleTableProps<P>) {
  const { people, headings, action, editNamed, onEdit } = props;
  return (
    <div className={styles.frame}>
      <table className={`table ${styles.people}`}>
        <thead>
          <tr>
            <th scope="col">{headings.name}</th>
            <th scope="col">{headings.email}</th>
            {headings.phone !== undefined && <th scope="col">{headings.phone}</th>}
            <th scope="col">
              <span className="spoken">{m.common_edit()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <td className={styles.name}>{person.name}</td>
              <td data-label={headings.email}>
                <Reach scheme="mailto" value={person.email} />
              </td>
              {headings.phone !== undefined && (
                <td className="num" data-label={headings.phone}>
                  <Reach scheme="tel" value={person.phone} />
                </td>
              )}
              <td className={styles.edit}>
                <Permitted action={action}>
                  <ActionIcon aria-label={editNamed(person.name)} onClick={() => onEdit(person)}>
                    <IconPencil size={17} />
                  </ActionIcon>
                </Permitted>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
