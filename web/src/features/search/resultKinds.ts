/** The kinds of search results: their addresses, names and icons. */
import type { SearchKind } from '@bindings';
import {
  type Icon,
  IconBriefcase,
  IconBuildingWarehouse,
  IconCalendarUser,
  IconClipboardList,
  IconPackage,
  IconReceipt,
  IconUser,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react';
import { m } from '@/i18n';

interface Kind {
  name: () => string;
  Icon: Icon;
  /** The address of one result. */
  one: (id: string) => string;
  /** The address of the list with all matches, if there is one. */
  all?: (words: string) => string;
}

export const resultKinds: Record<SearchKind, Kind> = {
  jobs: {
    name: () => m.shell_jobs(),
    Icon: IconBriefcase,
    one: (id) => `/app/jobs/details/${id}`,
    all: (words) => `/app/jobs?q=${encodeURIComponent(words)}`,
  },
  customers: {
    name: () => m.customers_title(),
    Icon: IconUser,
    one: (id) => `/app/jobs/customers/${id}`,
    all: (words) => `/app/jobs/customers?q=${encodeURIComponent(words)}`,
  },
  workOrders: {
    name: () => m.jobs_workOrders(),
    Icon: IconClipboardList,
    one: (id) => `/app/work_order/${id}`,
  },
  purchaseOrders: {
    name: () => m.jobs_purchaseOrders(),
    Icon: IconReceipt,
    one: (id) => `/app/purchase_order/${id}`,
  },
  appointments: {
    name: () => m.calendar_appointments(),
    Icon: IconCalendarUser,
    one: (id) => `/app/calendar/appointment_options/${id}`,
  },
  people: {
    name: () => m.company_employees(),
    Icon: IconUserCircle,
    one: () => '/app/company',
    all: () => '/app/company',
  },
  connections: {
    name: () => m.connections_title(),
    Icon: IconUsersGroup,
    one: (id) => `/app/view/company/${id}`,
    all: () => '/app/connections',
  },
  vendors: {
    name: () => m.vendors_title(),
    Icon: IconBuildingWarehouse,
    one: (id) => `/app/jobs/vendors?vendor=${id}`,
    all: () => '/app/jobs/vendors',
  },
  products: {
    name: () => m.products_title(),
    Icon: IconPackage,
    one: () => '/app/jobs/products',
    all: () => '/app/jobs/products',
  },
};
