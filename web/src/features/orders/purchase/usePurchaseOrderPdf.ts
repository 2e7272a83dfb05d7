import type { Job, PurchaseOrder } from '@bindings';
import { useSession } from '@/queries/accounts/session';
import { useVendors } from '@/queries/vendors';
import { useCancelable } from '@/ui/feedback/useCancelable';
import { loadLogo, savePdf } from '@/ui/print/printOutput';

import { purchaseOrderDocument, purchaseOrderFileName } from './purchaseOrderDocument';

/** The current document, and its PDF to save, print and mail. */
export function usePurchaseOrderPdf(order: PurchaseOrder, job: Job) {
  const { company } = useSession();
  const vendors = useVendors();
  const saving = useCancelable();
  const vendor = vendors.data?.vendors.find(({ id }) => id === order.vendorId) ?? null;
  const content = purchaseOrderDocument(order, job, vendor, company);
  const writePdf = async (signal?: AbortSignal) => {
    const [{ orderPdf }, logo] = await Promise.all([
      import('@/ui/print/orderPdf'),
      loadLogo(content.head.company.logoUrl, signal),
    ]);
    return orderPdf(content, logo);
  };
  const save = () => void saving.run((signal) => savePdf(purchaseOrderFileName(order), writePdf, signal));
  /** The name of the chosen vendor must have loaded before the document is used. */
  const ready = order.vendorId === null || vendors.data !== undefined;
  return { content, vendors, writePdf, save, saving, ready };
}
