/**
 * The entry. It starts all requests that the page needs before any other code has loaded: each request that has to
 * wait for another costs one more round trip. So nothing heavy is imported here.
 */
import '@/ui/theme/tokens.css';
import '@/ui/theme/base.css';

import type { ComponentType } from 'react';
import { readToken } from '@/api/token';
import { prefetchFirstList } from '@/queries/jobs/listPrefetch';
import { phoneQuery } from '@/ui/theme/breakpoints';
import { deferUntilFirstList, isFirstListPending } from '@/wasm/firstListPaint';

/** True for the unfiltered list on a phone: a filtered or sorted list and the table of a desktop need the rules. */
const atTheList = () =>
  window.location.pathname === '/app/jobs' &&
  window.location.search === '' &&
  window.matchMedia(phoneQuery).matches;

/** The start page loads alone: it needs neither router nor components nor rules, and is read on slow phones. */
async function firstPage(): Promise<ComponentType> {
  if (window.location.pathname === '/') {
    void import('@fontsource-variable/archivo/standard.css').catch(() => undefined);
    return (await import('@/features/landing/LandingScreen')).LandingScreen;
  }
  const token = readToken();
  if (token !== null && atTheList()) {
    deferUntilFirstList();
    // Failed requests are sent again by the queries, which report errors.
    void prefetchFirstList(token).catch(() => undefined);
    // Its route imports it again, and reports a failure.
    void import('@/features/jobs/list/JobsScreen').catch(() => undefined);
  }
  // Every other page needs the rules. They report their own failure.
  if (!isFirstListPending())
    void import('@/wasm/rules').then(({ loadRules }) => loadRules()).catch(() => undefined);
  return (await import('@/app/App')).App;
}

const page = firstPage();
void import('./start').then(({ start }) => start(page));
// Whichever formatter is the first takes a slow phone 100 ms: here it is made while the network is waited for. The first
// list needs none.
if (!isFirstListPending()) Intl.DateTimeFormat('en-US');
