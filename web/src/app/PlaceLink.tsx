import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';
import { useUnseen } from '@/session/notifications';

import styles from './PlaceLink.module.css';
import { isAt, type Place } from './places';

interface PlaceLinkProps {
  place: Place;
  /** The size of its icon in px. */
  size: number;
  className: string | undefined;
  /** For its name, where that may be hidden from the eye. */
  labelClass?: string | undefined;
}

/** The way to one place, with a red dot while something there was not seen. */
export function PlaceLink({ place, size, className = '', labelClass }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const count = useUnseen(place.unseen);
  const { to, Icon, name } = place;
  return (
    <Link
      to={to}
      className={className}
      aria-current={isAt(place, pathname) ? 'page' : undefined}
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
