import type { Job } from '@bindings';
import { m } from '@/i18n';

/** The subcontractor with an account that the job is given to; null while there is none. */
export const sentTo = ({ assignedToCompanyId, companyInfo }: Job): string | null =>
  assignedToCompanyId === null ? null : (companyInfo?.name ?? null);

/** Why the order cannot be mailed; null when it can. */
export const whyNotSent = (job: Job): string | null =>
  sentTo(job) === null ? m.workOrders_sendNobody() : null;
