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
import { useSession } from '@/session/session';
import { useRules } from '@/wasm/useRules';

import places from './PlaceLinks.module.css';
import { PlacesButton } from './PlacesButton';

interface Place {
  to: To;
  name: string;
  Icon: ComponentType<IconProps>;
}

/** Where the jobs list leads besides its jobs. What opens over the list keeps its filters. */
function usePlaces(): Place[] {
  const { company } = useSession();
  const { search } = useLocation();
  const crews: Place = {
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

/** Customers and products, which contractors alone have, and custom crews. */
export const PlaceButtons = () =>
  usePlaces().map(({ to, name, Icon }) => (
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

/** The same on a phone, and what else the buttons of a desktop lead to, behind one button beside the search.
 * `pressed` was it before all of this was here. */
export function PlaceMenu({ pressed }: { pressed: boolean }) {
  const { company, may } = useSession();
  const importing: Place = { to: '/app/jobs/import', name: m.jobs_importTitle(), Icon: IconUpload };
  // It may be drawn before the rules, which know who may.
  const mayImport = useRules() && company.companyType === 'contractor' && may('jobs.create');
  const ways = [...usePlaces(), ...(mayImport ? [importing] : [])];
  return (
    <Menu position="bottom-end" width={248} zIndex={80} loop defaultOpened={pressed}>
      <Menu.Target>
        <PlacesButton />
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(({ to, name, Icon }) => (
          <Menu.Item
            key={name}
            component={Link}
            to={to}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
