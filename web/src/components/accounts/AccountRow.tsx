import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useSession } from '@/queries/accounts/session';
import { Avatar } from '@/ui/brand/Avatar';
import { AccountMenuItems } from './AccountMenuItems';
import styles from './AccountRow.module.css';

/** Links to settings and sign-out on a phone, which has no bar with an account menu. */
export function AccountRow() {
  const { user } = useSession();
  return (
    <Menu position="bottom-start" width="target" zIndex={80} loop>
      <Menu.Target>
        <button type="button" className={styles.row}>
          <Avatar person={user} size={40} />
          <span className="grow">
            <b>
              {user.firstName} {user.lastName}
            </b>
            <span className="muted trunc">{user.email}</span>
          </span>
          <IconChevronDown size={20} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <AccountMenuItems />
      </Menu.Dropdown>
    </Menu>
  );
}
