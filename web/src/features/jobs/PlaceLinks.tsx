import { ActionIcon, Button } from '@mantine/core';
import { IconAddressBook, IconPackage, type IconProps, IconUsersGroup } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link, type To, useLocation } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';

import styles from './JobsScreen.module.css';
import places from './PlaceLinks.module.css';

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

/** The same in the slate header of a phone. */
export const PlaceIcons = () =>
  usePlaces().map(({ to, name, Icon }) => (
    <ActionIcon
      key={name}
      component={Link}
      to={to}
      size={48}
      className={styles.onSlate ?? ''}
      aria-label={name}
    >
      <Icon size={24} />
    </ActionIcon>
  ));
