import type { VendorContact } from '@bindings';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';

import styles from './Vendors.module.css';

interface ContactTableProps {
  contacts: readonly VendorContact[];
  onEdit: (contact: VendorContact) => void;
}

/** The people at a vendor, whose e-mail writes to them; on a phone a card each. */
export function ContactTable({ contacts, onEdit }: ContactTableProps) {
  return (
    <div className={styles.frame}>
      <table className={`table ${styles.contacts}`}>
        <thead>
          <tr>
            <th scope="col">{m.vendors_contactName()}</th>
            <th scope="col">{m.vendors_email()}</th>
            <th scope="col">
              <span className="spoken">{m.common_edit()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {contacts.map((contact) => (
            <tr key={contact.id}>
              <td className={styles.name}>{contact.name}</td>
              <td>
                <a className={styles.reach} href={`mailto:${contact.email}`}>
                  {contact.email}
                </a>
              </td>
              <td className={styles.edit}>
                <Permitted action="vendors.manage">
                  <ActionIcon
                    aria-label={m.vendors_editNamed({ name: contact.name })}
                    onClick={() => onEdit(contact)}
                  >
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
