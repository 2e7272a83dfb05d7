import { Menu } from '@mantine/core';
import { IconHelp, IconLogout, IconNews, IconReportAnalytics, IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';

import { confirmSignOut } from './confirmSignOut';

/** The items of the account menu, in the bar of a desktop and on the company screen of a phone. */
export function AccountMenuItems() {
  const { may, user, signOut } = useSession();
  const leave = async () => {
    if (await confirmSignOut(user.id)) await signOut();
  };
  return (
    <>
      <Menu.Item
        component={Link}
        to="/app/user/settings"
        leftSection={<IconSettings size={18} stroke={1.7} />}
      >
        {m.shell_settings()}
      </Menu.Item>
      {may('reports.view') && (
        <Menu.Item
          component={Link}
          to="/app/reports"
          leftSection={<IconReportAnalytics size={18} stroke={1.7} />}
        >
          {m.reports_title()}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/app/help" leftSection={<IconHelp size={18} stroke={1.7} />}>
        {m.shell_help()}
      </Menu.Item>
      <Menu.Item component={Link} to="/app/latest" leftSection={<IconNews size={18} stroke={1.7} />}>
        {m.shell_pollsAndNews()}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={18} stroke={1.7} />} onClick={() => void leave()}>
        {m.session_logOut()}
      </Menu.Item>
    </>
  );
}
