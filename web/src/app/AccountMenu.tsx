import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { AccountMenuItems } from '@/components/accounts/AccountMenuItems';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { Avatar } from '@/ui/brand/Avatar';

import styles from './TopBar.module.css';

/** Opens on hover, and by click, keyboard and touch. */
export function AccountMenu() {
  const { user } = useSession();
  return (
    <Menu
      trigger="click-hover"
      openDelay={80}
      closeDelay={220}
      position="bottom-end"
      width={248}
      offset={10}
      zIndex={80}
      withinPortal={false}
      loop
    >
      <Menu.Target>
        <button type="button" className={styles.account}>
          <Avatar person={user} />
          <span className={styles.name}>{user.firstName}</span>
          <span className="spoken">, {m.shell_account()}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <span className={styles.peak} aria-hidden />
        <div className={styles.who}>
          <b>
            {user.firstName} {user.lastName}
          </b>
          <span className="muted">{user.email}</span>
        </div>
        <AccountMenuItems />
      </Menu.Dropdown>
    </Menu>
  );
}
