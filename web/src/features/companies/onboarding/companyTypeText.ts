import type { CompanyType } from '@bindings';
import { m } from '@/i18n';

export const companyTypeText = (type: CompanyType | ''): string =>
  type === '' ? '' : type === 'contractor' ? m.onboarding_contractor() : m.onboarding_subcontractor();
