import type { Company } from '@bindings';
import { IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { companyTypeName } from '@/ui/companies/companyType';

import styles from './PublicCompany.module.css';

interface CompanyFactsProps extends Pick<Company, 'companyType' | 'location'> {
  /** Additional facts. */
  children?: ReactNode;
}

/** The type and location of a company, shown below its name. */
export const CompanyFacts = ({ companyType, location, children }: CompanyFactsProps) => (
  <p className={styles.facts}>
    <span>{companyTypeName(companyType)}</span>
    <span>
      <IconMapPin size={16} aria-hidden />
      {location}
    </span>
    {children}
  </p>
);
