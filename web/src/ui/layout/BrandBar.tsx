import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';

import styles from './BrandBar.module.css';

interface BrandBarProps {
  /** The target of the link on the name. Without it the name is no link. */
  to?: string;
  /** Shown at the right. */
  children?: ReactNode;
}

/** The slate bar of a page outside of the app. */
export function BrandBar({ to, children }: BrandBarProps) {
  const className = `brand ${styles.brand}`;
  const name = (
    <>
      <RidgelineLogo size={28} on="slate" />
      Ridgeline
    </>
  );
  return (
    <div className={styles.bar}>
      {to === undefined ? (
        <span className={className}>{name}</span>
      ) : (
        <Link className={className} to={to}>
          {name}
        </Link>
      )}
      <span className="grow" />
      {children}
    </div>
  );
}
