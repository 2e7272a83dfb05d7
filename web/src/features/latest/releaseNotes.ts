import type { Action } from '@bindings';
import {
  type Icon,
  IconHistory,
  IconLayoutRows,
  IconMailForward,
  IconMessage2,
  IconReportAnalytics,
} from '@tabler/icons-react';
import { m } from '@/i18n';

/** A recent feature of Ridgeline. */
interface NewsItem {
  id: string;
  Icon: Icon;
  /** The part of the app it is about. */
  area: () => string;
  title: () => string;
  body: () => string;
  /** The address of the feature, and the permission it needs. */
  to: string;
  needs?: Action;
  open: () => string;
}

/** Newest first. */
export const releaseNotes: readonly NewsItem[] = [
  {
    id: 'reports',
    Icon: IconReportAnalytics,
    area: () => m.latest_reportsArea(),
    title: () => m.latest_reportsTitle(),
    body: () => m.latest_reportsBody(),
    to: '/app/reports',
    needs: 'reports.view',
    open: () => m.latest_reportsOpen(),
  },
  {
    id: 'history',
    Icon: IconHistory,
    area: () => m.latest_historyArea(),
    title: () => m.latest_historyTitle(),
    body: () => m.latest_historyBody(),
    to: '/app/company/activity',
    needs: 'company.edit',
    open: () => m.latest_historyOpen(),
  },
  {
    id: 'messages',
    Icon: IconMessage2,
    area: () => m.shell_messages(),
    title: () => m.latest_messagesTitle(),
    body: () => m.latest_messagesBody(),
    to: '/app/messages',
    open: () => m.latest_messagesOpen(),
  },
  {
    id: 'lanes',
    Icon: IconLayoutRows,
    area: () => m.latest_lanesArea(),
    title: () => m.latest_lanesTitle(),
    body: () => m.latest_lanesBody(),
    to: '/app/calendar?show=crews',
    open: () => m.latest_lanesOpen(),
  },
  {
    id: 'orders',
    Icon: IconMailForward,
    area: () => m.latest_ordersArea(),
    title: () => m.latest_ordersTitle(),
    body: () => m.latest_ordersBody(),
    to: '/app/jobs/vendors',
    needs: 'purchaseOrders.view',
    open: () => m.latest_ordersOpen(),
  },
];
