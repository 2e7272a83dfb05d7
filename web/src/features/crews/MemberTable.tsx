import type { CrewMember } from '@bindings';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';

import styles from './Crews.module.css';

/** As specified for these tables: a hyphen where there is nothing. */
const blank = '-';

interface MemberTableProps {
  members: readonly CrewMember[];
  onEdit: (member: CrewMember) => void;
}

/** The people of a crew; on a phone a card each, whose phone number dials. */
export function MemberTable({ members, onEdit }: MemberTableProps) {
  return (
    <div className={styles.frame}>
      <table className={`table ${styles.members}`}>
        <thead>
          <tr>
            <th scope="col">{m.crews_name()}</th>
            <th scope="col">{m.crews_email()}</th>
            <th scope="col">{m.crews_phone()}</th>
            <th scope="col">
              <span className="spoken">{m.common_edit()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <td className={styles.name}>{member.name}</td>
              <td data-label={m.crews_email()}>
                {member.email === null ? (
                  blank
                ) : (
                  <a className={styles.reach} href={`mailto:${member.email}`}>
                    {member.email}
                  </a>
                )}
              </td>
              <td className="num" data-label={m.crews_phone()}>
                {member.phone === null ? (
                  blank
                ) : (
                  <a className={styles.reach} href={`tel:${member.phone}`}>
                    {member.phone}
                  </a>
                )}
              </td>
              <td className={styles.edit}>
                <Permitted action="crews.manage">
                  <ActionIcon aria-label={m.crews_edit({ name: member.name })} onClick={() => onEdit(member)}>
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
