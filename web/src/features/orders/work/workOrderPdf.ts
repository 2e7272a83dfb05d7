import type { Company, Job, WorkOrder } from '@bindings';
import type { OrderDocument } from '@/ui/print/orderDocument';
import { loadLogo, savePdf } from '@/ui/print/printOutput';

import { workOrderDocument, workOrderFileName } from './workOrderDocument';

/** The order as a PDF. Rejects when the chunk that creates it cannot be fetched. */
export async function createWorkOrderPdf(content: OrderDocument, signal?: AbortSignal): Promise<Blob> {
  const [{ orderPdf }, logo] = await Promise.all([
    import('@/ui/print/orderPdf'),
    loadLogo(content.head.company.logoUrl, signal),
  ]);
  return orderPdf(content, logo);
}

/** Saves the order as a PDF with selectable text. */
export const saveWorkOrderPdf = (
  order: WorkOrder,
  job: Job,
  { company, zone, signal }: { company: Company; zone: string; signal: AbortSignal },
): Promise<void> =>
  savePdf(
    workOrderFileName(order),
    () => createWorkOrderPdf(workOrderDocument(order, job, company, zone), signal),
    signal,
  );
