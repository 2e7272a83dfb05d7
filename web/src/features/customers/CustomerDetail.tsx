import type { Customer } from '@bindings';
import { Button } from '@mantine/core';
import { IconMapPin, IconPencil, IconPhone, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { customerName } from '@/components/customers/CustomerSelect';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithToast } from '@/components/feedback/runWithToast';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useCustomerChanges, useCustomers } from '@/queries/customers';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { addressLine, directionsUrl } from '@/ui/navigation/directions';
import { popup } from '@/ui/overlays/popups';
import { SidePanel } from '@/ui/overlays/SidePanel';

import styles from './CustomerDetail.module.css';
import { CustomerHistory } from './CustomerHistory';
import { EditCustomer } from './EditCustomer';

const list = '/app/jobs/customers';

/** Links to call the customer and to get directions. */
function Contact({ customer }: { customer: Customer }) {
  const place = addressLine(customer);
  return (
    <div className={styles.contact}>
      <a
        className={`num ${styles.reach}`}
        href={`tel:${customer.phone}`}
        aria-label={`${m.customers_call({ name: customerName(customer) })}, ${customer.phone}`}
      >
        <IconPhone size={18} aria-hidden />
        {customer.phone}
      </a>
      {place === '' ? (
        <span className={`dim ${styles.reach}`}>
          <IconMapPin size={18} aria-hidden />
          {m.customers_noAddress()}
        </span>
      ) : (
        <a
          className={styles.reach}
          href={directionsUrl(customer)}
          target="_blank"
          rel="noreferrer"
          aria-label={m.customers_route({ place })}
        >
          <IconMapPin size={18} aria-hidden />
          {place}
        </a>
      )}
    </div>
  );
}

interface DetailProps {
  customer: Customer;
  onClose: () => void;
  /** Called before the deletion, so that no error about a missing customer is shown. */
  onDelete: () => void;
}

function Detail({ customer, onClose, onDelete }: DetailProps) {
  const { remove } = useCustomerChanges();
  const [editing, setEditing] = useState(false);
  const name = customerName(customer);

  const confirmAndDelete = async () => {
    const sure = await confirmDelete(m.customers_deleteSure({ name }));
    if (!sure) return;
    onDelete();
    await runWithToast(() => remove(customer), m.customers_deleted({ name }));
  };

  return (
    <SidePanel
      title={name}
      under={customer.company ?? undefined}
      width={520}
      onClose={onClose}
      footer={() => (
        <>
          <span className={styles.delete}>
            <Permitted action="customers.manage">
              <Button
                variant="outline"
                color="crimson"
                leftSection={<IconTrash size={16} />}
                onClick={() => void confirmAndDelete()}
              >
                {m.common_delete()}
              </Button>
            </Permitted>
          </span>
          <Permitted action="customers.manage">
            <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
              {m.customers_edit()}
            </Button>
          </Permitted>
        </>
      )}
    >
      <Contact customer={customer} />
      <CustomerHistory customer={customer} />
      {editing && <EditCustomer customer={customer} onClose={() => setEditing(false)} />}
    </SidePanel>
  );
}

/** `/app/jobs/customers/:id`: contact data and history of a customer. */
export function CustomerDetail() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const goTo = useCloseOverlay();
  const { customers, error } = useCustomers(true);
  const deleting = useRef(false);
  const customer = customers?.find((each) => each.id === id);
  const unknown = customers !== undefined && customer === undefined;
  const failed = customers === undefined && error !== null;
  const leave = () => goTo({ pathname: list, search });

  useEffect(() => {
    // The list shows the error.
    if (failed) void navigate(list, { replace: true });
    if (!unknown || deleting.current) return;
    void navigate(list, { replace: true });
    void popup.oops(m.customers_gone());
  }, [unknown, failed, navigate]);

  if (customer !== undefined)
    return (
      <Detail
        key={id}
        customer={customer}
        onClose={leave}
        onDelete={() => {
          deleting.current = true;
          void navigate({ pathname: list, search }, { replace: true });
        }}
      />
    );
  if (unknown || failed) return null;
  return (
    <SidePanel title={m.common_loading()} width={520} onClose={leave}>
      <SkeletonCards />
    </SidePanel>
  );
}
