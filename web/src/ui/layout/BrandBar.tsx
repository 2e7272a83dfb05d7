import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';

import styles from './BrandBar.module.css';

interface BrandBarProps {
  /** Where the name leads, unless it leads nowhere. */
  to?: string;
  /** At the right. */
  children?: ReactNode;
}

/** The slate bar of a page that stands outside of the app. */
export function BrandBar({ to, children }: BrandBarProps) {
  const look = `brand ${styles.brand}`;
  const name = (
    <>
      <RidgelineLogo size={28} on="slate" />
      Ridgeline
    </>
  );
  return (
    <div className={styles.bar}>
      {to === undefined ? (
        <span className={look}>{name}</span>
      ) : (
        <Link className={look} to={to}>
          {name}
        </Link>
      )}
      <span className="grow" />
      {children}
    </div>
  );
}
