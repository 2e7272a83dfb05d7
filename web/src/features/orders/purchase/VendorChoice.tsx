import type { PurchaseOrder } from '@bindings';
import { Button, Select } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { usePurchaseOrderChanges } from '@/queries/orders/purchaseOrders';
import type { Vendors } from '@/queries/vendors';
import { useVendorsLink } from '@/ui/navigation/VendorsLink';
import { toast } from '@/ui/overlays/toasts';

import styles from './SendPanel.module.css';

/** The vendor of the order: optimistic, reverted with a toast when it could not be saved. */
export function VendorChoice({ order, vendors: { vendors } }: { order: PurchaseOrder; vendors: Vendors }) {
  const { chooseVendor } = usePurchaseOrderChanges();
  // After a failure the field is mounted again, so that it shows the vendor on the order.
  const [failures, setFailures] = useState(0);
  const vendorsLink = useVendorsLink();
  const choose = async (vendorId: string | null) => {
    try {
      await chooseVendor(order, vendorId);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setFailures((count) => count + 1);
      toast.warn(notice('oops'), failure.message);
    }
  };
  return (
    <div className={styles.vendor}>
      <Select
        key={failures}
        label={m.purchase_vendor()}
        placeholder={m.purchase_chooseVendor()}
        data={vendors.map(({ id, name }) => ({ value: id, label: name }))}
        value={order.vendorId}
        onChange={(vendorId) => void choose(vendorId)}
        searchable
        clearable
        allowDeselect={false}
        // The library hides the clear button from keyboard and screen readers, which have no alternative.
        clearButtonProps={{ 'aria-label': m.purchase_clearVendor(), 'aria-hidden': false, tabIndex: 0 }}
        nothingFoundMessage={vendors.length === 0 ? m.purchase_noVendors() : m.purchase_noSuchVendor()}
        comboboxProps={{ zIndex: 130 }}
      />
      <Button
        component={Link}
        {...vendorsLink}
        variant="subtle"
        size="xs"
        className={styles.manage ?? ''}
        leftSection={<IconBuildingStore size={15} aria-hidden />}
      >
        {m.purchase_manageVendors()}
      </Button>
    </div>
  );
}
