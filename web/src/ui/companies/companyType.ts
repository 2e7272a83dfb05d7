import type { CompanyType } from '@bindings';
import { m } from '@/i18n';

/** The name of a company type. */
export const companyTypeName = (type: CompanyType): string =>
  type === 'contractor' ? m.company_contractor() : m.company_subcontractor();
