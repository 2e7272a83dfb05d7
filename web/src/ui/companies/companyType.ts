import type { CompanyType } from '@bindings';
import { m } from '@/i18n';

/** What a kind of company is called. */
export const companyTypeName = (type: CompanyType): string =>
  type === 'contractor' ? m.company_contractor() : m.company_subcontractor();
