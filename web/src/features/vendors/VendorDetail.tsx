import type { VendorContact } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { DeleteButton } from '@/components/feedback/DeleteButton';
import { PeopleTable } from '@/components/people/PeopleTable';
import { Permitted } from '@/components/permissions/Permitted';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useVendorChanges } from '@/queries/vendors';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { DetailTitle } from '@/ui/overlays/ListOverlay';

import { ContactPanel } from './ContactPanel';
import type { VendorWithContacts } from './useVendorSearch';
import { VendorPanel } from './VendorPanel';
import styles from './Vendors.module.css';

interface VendorProps {
  supplier: VendorWithContacts;
  /** Called after the vendor was deleted. */
  onDeleted: () => void;
}

interface VendorActionsProps extends VendorProps {
  /** Short labels: two long ones do not fit side by side at the bottom of a phone. */
  short?: boolean;
}

/** 'Delete vendor' and 'New contact', in this order on a phone. */
export function VendorActions({ supplier: { vendor }, short = false, onDeleted }: VendorActionsProps) {
  const { removeVendor } = useVendorChanges();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <DeleteButton
        action="vendors.manage"
        label={m.vendors_delete()}
        {...(short ? { short: m.common_delete() } : {})}
        question={`${m.vendors_deleteSure({ name: vendor.name })} ${notice('vendorContactsGo')}`}
        remove={() => removeVendor(vendor)}
        onDeleted={onDeleted}
      />
      <Permitted action="vendors.manage">
        <Button
          {...(short ? { px: 8 } : {})}
          variant="default"
          leftSection={<IconPlus size={17} stroke={2.4} />}
          onClick={() => setAdding(true)}
        >
          {m.vendors_newContact()}
        </Button>
      </Permitted>
      {adding && <ContactPanel vendor={vendor} contact={null} onClose={() => setAdding(false)} />}
    </>
  );
}

interface VendorDetailProps extends VendorProps {
  /** Undefined where the vendor fills the screen. */
  onClose: (() => void) | undefined;
}

/** One vendor: the contractor's account number there, its contacts, and the actions of an admin. */
export function VendorDetail({ supplier, onDeleted, onClose }: VendorDetailProps) {
  const { vendor, contacts } = supplier;
  const { may } = useSession();
  const heading = useId();
  const [renaming, setRenaming] = useState(false);
  const [edited, setEdited] = useState<VendorContact | null>(null);
  return (
    <section aria-labelledby={heading}>
      <div className={styles.head}>
        <div className="grow">
          <DetailTitle id={heading}>{vendor.name}</DetailTitle>
          <p className="muted">
            {m.vendors_accountNumber()}: <span className="num">{vendor.accountNumber ?? '–'}</span>
          </p>
        </div>
        <Permitted action="vendors.manage">
          <ActionIcon
            className={styles.rename ?? ''}
            aria-label={m.vendors_editNamed({ name: vendor.name })}
            onClick={() => setRenaming(true)}
          >
            <IconPencil size={17} />
          </ActionIcon>
        </Permitted>
        {onClose !== undefined && (
          <ActionIcon aria-label={m.vendors_close()} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        )}
      </div>
      <div className={styles.actions}>
        <VendorActions supplier={supplier} onDeleted={onDeleted} />
      </div>
      {contacts.length === 0 ? (
        <EmptyState title={m.vendors_noContacts()}>
          {may('vendors.manage') ? m.vendors_noContactsHint() : m.vendors_noContactsReader()}
        </EmptyState>
      ) : (
        <PeopleTable
          people={contacts}
          list="vendor-contacts"
          headings={{ name: m.vendors_contactName(), email: m.vendors_email() }}
          action="vendors.manage"
          editNamed={(name) => m.vendors_editNamed({ name })}
          onEdit={setEdited}
        />
      )}
      {renaming && (
        <VendorPanel vendor={vendor} onClose={() => setRenaming(false)} onSaved={() => setRenaming(false)} />
      )}
      {edited !== null && (
        <ContactPanel key={edited.id} vendor={vendor} contact={edited} onClose={() => setEdited(null)} />
      )}
    </section>
  );
}
