import type { Job, Role } from '@bindings';
import { m } from '@/i18n';

/** Why no link to this job can be made now: a subcontractor has to accept it first. */
export const linkRefusal = ({ companyType }: Role, job: Pick<Job, 'isAcceptedBySub'>): string | null =>
  companyType === 'subcontractor' && !job.isAcceptedBySub ? m.links_acceptFirst() : null;
