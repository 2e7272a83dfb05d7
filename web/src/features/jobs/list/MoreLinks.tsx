import type { Job } from '@bindings';
import { Button, Menu } from '@mantine/core';
import {
  IconAddressBook,
  IconPackage,
  type IconProps,
  IconUpload,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link, type To, useLocation } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { DownloadItem } from '@/ui/layout/TableMenu';
import { useRules } from '@/wasm/useRules';
import { useJobsFile } from '../selection/useJobsFile';
import { MoreButton } from './MoreButton';
import places from './MoreLinks.module.css';

interface MoreLink {
  to: To;
  name: string;
  Icon: ComponentType<IconProps>;
}

/** Other pages that the list of jobs links to. Overlays keep the filters of the list. */
function useMoreLinks(): MoreLink[] {
  const { company } = useSession();
  const { search } = useLocation();
  const crews: MoreLink = {
    to: { pathname: '/app/jobs/custom_crews', search },
    name: m.jobs_crews(),
    Icon: IconUsersGroup,
  };
  if (company.companyType !== 'contractor') return [crews];
  return [
    { to: '/app/jobs/customers', name: m.customers_title(), Icon: IconAddressBook },
    { to: { pathname: '/app/jobs/products', search }, name: m.products_title(), Icon: IconPackage },
    crews,
  ];
}

/** Links to customers and products, for contractors only, and to custom crews. */
export const MoreButtons = () =>
  useMoreLinks().map(({ to, name, Icon }) => (
    <Button
      key={name}
      component={Link}
      to={to}
      variant="default"
      className={places.place ?? ''}
      title={name}
      leftSection={<Icon size={17} />}
    >
      <span className={places.word}>{name}</span>
    </Button>
  ));

/**
 * The same links on a phone, with the other actions of a desktop, in a menu beside the search. `pressed`: the user
 * pressed its fallback while this was loading. `jobs` are the shown ones.
 */
export function MoreMenu({ pressed, jobs }: { pressed: boolean; jobs: readonly Job[] | undefined }) {
  const file = useJobsFile();
  const { company, may } = useSession();
  const importing: MoreLink = { to: '/app/jobs/import', name: m.jobs_importTitle(), Icon: IconUpload };
  // This may render before the rules have loaded, which decide permissions.
  const mayImport = useRules() && company.companyType === 'contractor' && may('jobs.create');
  const links = [...useMoreLinks(), ...(mayImport ? [importing] : [])];
  return (
    <Menu position="bottom-end" width={248} zIndex={80} loop defaultOpened={pressed}>
      <Menu.Target>
        <MoreButton />
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ to, name, Icon }) => (
          <Menu.Item
            key={name}
            component={Link}
            to={to}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
          >
            {name}
          </Menu.Item>
        ))}
        <DownloadItem
          count={file.busy ? undefined : jobs?.length}
          onDownload={() => void file.save(jobs ?? [])}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
