import type { VendorId } from '@bindings';
import { Button, type ButtonProps } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';

/** The link to the vendors, or to one of them; they link back to the current page. */
export function useVendorsLink(vendor?: VendorId) {
  const { pathname, search } = useLocation();
  const of = vendor === undefined ? '' : `?vendor=${vendor}`;
  return { to: `/app/jobs/vendors${of}`, state: { from: `${pathname}${search}` } };
}

/** The link to the vendors as a button. */
export function VendorsLink(props: ButtonProps) {
  return (
    <Button
      component={Link}
      {...useVendorsLink()}
      variant="default"
      leftSection={<IconTruckDelivery size={17} />}
      {...props}
    >
      {m.vendors_title()}
    </Button>
  );
}
