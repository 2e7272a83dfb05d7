import type { Company } from '@bindings';
import { Link } from 'react-router';

import styles from './CompanyLink.module.css';

interface CompanyLinkProps extends Pick<Company, 'id' | 'name'> {
  className?: string | undefined;
}

/** The name of another company, linked to its page. */
export const CompanyLink = ({ id, name, className = '' }: CompanyLinkProps) => (
  <Link to={`/app/view/company/${id}`} className={`${styles.name} ${className}`}>
    {name}
  </Link>
);
