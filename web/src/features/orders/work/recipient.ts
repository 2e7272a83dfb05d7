import type { Job } from '@bindings';
import { m } from '@/i18n';

/** The subcontractor with an account that the job is assigned to, or null. */
export const recipientName = ({ assignedToCompanyId, companyInfo }: Job): string | null =>
  assignedToCompanyId === null ? null : (companyInfo?.name ?? null);

/** Why the order cannot be mailed; null when it can. */
export const sendBlockedReason = (job: Job): string | null =>
  recipientName(job) === null ? m.workOrders_sendNobody() : null;
