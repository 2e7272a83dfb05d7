import type { ComponentProps } from 'react';

import styles from './TopBarButton.module.css';

/** An icon in the top bar, or in the header of a phone. */
export const TopBarButton = ({ className = '', ...props }: ComponentProps<'button'>) => (
  <button {...props} type="button" className={`iconButton ${styles.button} ${className}`} />
);
