import type { Company, Job, WorkOrder } from '@bindings';
import type { OrderPaper } from '@/ui/paper/orderPaper';
import { paperLogo, savePdf } from '@/ui/paper/output';

import { workOrderFile, workOrderPaper } from './workOrderPaper';

/** The order as a PDF. Rejects when the part of the app that writes it cannot be fetched. */
export async function workOrderBlob(content: OrderPaper, signal?: AbortSignal): Promise<Blob> {
  const [{ orderPdf }, logo] = await Promise.all([
    import('@/ui/paper/orderPdf'),
    paperLogo(content.head.company.logoUrl, signal),
  ]);
  return orderPdf(content, logo);
}

/** Saves the order as a PDF of real text. */
export const saveWorkOrder = (
  order: WorkOrder,
  job: Job,
  { company, zone, signal }: { company: Company; zone: string; signal: AbortSignal },
): Promise<void> =>
  savePdf(
    workOrderFile(order),
    () => workOrderBlob(workOrderPaper(order, job, company, zone), signal),
    signal,
  );
