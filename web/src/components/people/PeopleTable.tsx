import type { Action } from '@bindings';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import type { CsvColumn } from '@/ui/files/tableCsv';
import { TableMenu } from '@/ui/layout/TableMenu';

import styles from './PeopleTable.module.css';

interface Person {
  id: string;
  name: string;
  email: string | null;
  phone?: string | null;
}

interface PeopleTableProps<P extends Person> {
  people: readonly P[];
  /** The name of the list, in that of its file. */
  list: string;
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
  const { people, list, headings, action, editNamed, onEdit } = props;
  const { phone } = headings;
  const columns = (): CsvColumn<P>[] => [
    [headings.name, ({ name }) => name],
    [headings.email, ({ email }) => email],
    ...(phone === undefined ? [] : [[phone, (person: P) => person.phone ?? null] as const]),
  ];
  return (
    <div className={styles.frame}>
      <div className={styles.menu}>
        <TableMenu list={list} columns={columns} rows={people} />
      </div>
      <table className={`table ${styles.people}`}>
        <thead>
          <tr>
            <th scope="col">{headings.name}</th>
            <th scope="col">{headings.email}</th>
            {phone !== undefined && <th scope="col">{phone}</th>}
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
              {phone !== undefined && (
                <td className="num" data-label={phone}>
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
