import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { AccountItems } from '@/ui/AccountItems';
import { Avatar } from '@/ui/Avatar';

import styles from './TopBar.module.css';

/** Opens by mouse, click, keyboard and touch alike. */
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
      withInitialFocusPlaceholder={false}
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
        <AccountItems />
      </Menu.Dropdown>
    </Menu>
  );
}
