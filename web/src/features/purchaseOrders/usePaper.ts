import type { Job, PurchaseOrder } from '@bindings';
import { useSession } from '@/session/session';
import { useVendors } from '@/session/vendors';
import { paperLogo, savePdf } from '@/ui/paper/output';
import { useStoppable } from '@/ui/useStoppable';

import { fileNameOf, purchasePaper } from './purchasePaper';

/** The paper as it stands now, and the ways it leaves the app. */
export function usePaper(order: PurchaseOrder, job: Job) {
  const { company } = useSession();
  const vendors = useVendors();
  const saving = useStoppable();
  const vendor = vendors.data?.vendors.find(({ id }) => id === order.vendorId) ?? null;
  const paper = purchasePaper(order, job, vendor, company);
  const writePdf = async (signal?: AbortSignal) => {
    const [{ orderPdf }, logo] = await Promise.all([
      import('@/ui/paper/orderPdf'),
      paperLogo(paper.head.company.logoUrl, signal),
    ]);
    return orderPdf(paper, logo);
  };
  const save = () => void saving.run((signal) => savePdf(fileNameOf(order), writePdf, signal));
  /** The name of a chosen vendor must not be missing on what goes out. */
  const ready = order.vendorId === null || vendors.data !== undefined;
  return { paper, vendors, writePdf, save, saving, ready };
}
