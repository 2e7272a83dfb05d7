import type { VendorContact } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useConfirmedDelete } from '@/components/feedback/useConfirmedDelete';
import { Permitted } from '@/components/permissions/Permitted';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useVendorChanges } from '@/queries/vendors';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { ActionBar } from '@/ui/layout/ActionBar';

import { ContactPanel } from './ContactPanel';
import { ContactTable } from './ContactTable';
import type { VendorWithContacts } from './useVendorSearch';
import { VendorPanel } from './VendorPanel';
import styles from './Vendors.module.css';

interface VendorProps {
  supplier: VendorWithContacts;
  /** Two long verbs do not fit side by side at the bottom of a phone. */
  short?: boolean;
  /** Called after the vendor was deleted. */
  onDeleted: () => void;
}

/** 'Delete vendor' and 'New contact', in this order on a phone. */
function VendorActions({ supplier: { vendor }, short = false, onDeleted }: VendorProps) {
  const { removeVendor } = useVendorChanges();
  const removal = useConfirmedDelete();
  const [adding, setAdding] = useState(false);
  const room = short ? { px: 8 } : {};
  return (
    <>
      <Permitted action="vendors.manage">
        <Button
          {...room}
          variant="outline"
          color="crimson"
          leftSection={<IconTrash size={16} />}
          loading={removal.busy}
          aria-label={m.vendors_delete()}
          onClick={() =>
            void removal.ask({
              question: `${m.vendors_deleteSure({ name: vendor.name })} ${notice('vendorContactsGo')}`,
              remove: () => removeVendor(vendor),
              onDeleted,
            })
          }
        >
          {short ? m.common_delete() : m.vendors_delete()}
        </Button>
      </Permitted>
      <Permitted action="vendors.manage">
        <Button
          {...room}
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

/** The two actions at the bottom of a phone. */
export const VendorDetailBar = (props: VendorProps) => (
  <ActionBar overlay>
    <VendorActions {...props} short />
  </ActionBar>
);

/** One vendor: the contractor's number there, its people, and what an admin may do with them. */
export function VendorDetail({ supplier, onDeleted, onClose }: VendorProps & { onClose?: () => void }) {
  const { vendor, contacts } = supplier;
  const { may } = useSession();
  const heading = useId();
  const [renaming, setRenaming] = useState(false);
  const [edited, setEdited] = useState<VendorContact | null>(null);
  return (
    <section className={styles.detail} aria-labelledby={heading}>
      <div className={styles.head}>
        <div className={`grow ${styles.who}`}>
          <h3 id={heading}>{vendor.name}</h3>
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
        <ContactTable contacts={contacts} onEdit={setEdited} />
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
