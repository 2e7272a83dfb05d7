import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';
import { useUnseen } from '@/queries/notifications/notifications';

import styles from './NavItem.module.css';
import { isCurrent, type NavDestination } from './navItems';

interface NavItemProps {
  item: NavDestination;
  /** The size of its icon in px. */
  size: number;
  className: string | undefined;
  /** The CSS class of the label, which may be visually hidden. */
  labelClass?: string | undefined;
}

/** A link of the navigation, with a red dot for unseen notifications. */
export function NavItem({ item, size, className = '', labelClass }: NavItemProps) {
  const { pathname } = useLocation();
  const count = useUnseen(item.unseen);
  const { to, Icon, name } = item;
  return (
    <Link
      to={to}
      className={className}
      aria-current={isCurrent(item, pathname) ? 'page' : undefined}
      aria-label={count > 0 ? `${name()}, ${m.shell_unseenCount({ count })}` : undefined}
    >
      <span className={styles.icon}>
        <Icon size={size} stroke={1.8} aria-hidden />
        {count > 0 && <span className={styles.dot} aria-hidden />}
      </span>
      <span className={labelClass}>{name()}</span>
    </Link>
  );
}
