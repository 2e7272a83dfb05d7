import type { PurchaseOrder } from '@bindings';
import { Button, Select } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { usePurchaseOrderChanges } from '@/session/purchaseOrders';
import type { Vendors } from '@/session/vendors';
import { toast } from '@/ui/toasts';
import { useVendorsWay } from '@/ui/VendorsLink';

import styles from './SendPanel.module.css';

/** From whom the order is bought. It shows at once, and goes back with a warning when it could not be stored. */
export function VendorChoice({ order, vendors: { vendors } }: { order: PurchaseOrder; vendors: Vendors }) {
  const { chooseVendor } = usePurchaseOrderChanges();
  // What the field says of itself is not what stands on the order after a failure: it begins anew.
  const [failures, setFailures] = useState(0);
  const vendorsWay = useVendorsWay();
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
        // The library hides it from the keyboard and from screen readers, who have no other way.
        clearButtonProps={{ 'aria-label': m.purchase_clearVendor(), 'aria-hidden': false, tabIndex: 0 }}
        nothingFoundMessage={vendors.length === 0 ? m.purchase_noVendors() : m.purchase_noSuchVendor()}
        comboboxProps={{ zIndex: 130 }}
      />
      <Button
        component={Link}
        {...vendorsWay}
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
