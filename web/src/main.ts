/**
 * Asks for all that the page needs at once, before any of it is here: each thing that is asked for by another costs a
 * phone one more way to the server. So nothing of weight is imported here.
 */
import '@/ui/tokens.css';
import '@/ui/base.css';

import type { ComponentType } from 'react';
import { readToken } from '@/api/token';
import { askForList } from '@/session/firstQuestions';
import { phone } from '@/ui/widths';
import { awaitList, isListAwaited } from '@/wasm/firstList';

/** What is narrowed or sorted asks the rules, and a table of a desktop is made of what they say. */
const atTheList = () =>
  window.location.pathname === '/app/jobs' &&
  window.location.search === '' &&
  window.matchMedia(phone).matches;

/** The start page comes alone: it needs neither router nor components nor rules, and is read on slow phones. */
async function firstPage(): Promise<ComponentType> {
  if (window.location.pathname === '/') {
    void import('@fontsource-variable/archivo/standard.css').catch(() => undefined);
    return (await import('@/features/landing/LandingScreen')).LandingScreen;
  }
  const token = readToken();
  if (token !== null && atTheList()) {
    awaitList();
    // What is not answered is asked again, by those who say so.
    void askForList(token).catch(() => undefined);
    // Its route imports it again, and says so when it does not come.
    void import('@/features/jobs/JobsScreen').catch(() => undefined);
  }
  // The app draws nothing else without the rules; the same is true of them.
  if (!isListAwaited())
    void import('@/wasm/rules').then(({ loadRules }) => loadRules()).catch(() => undefined);
  return (await import('@/app/App')).App;
}

const page = firstPage();
void import('./start').then(({ start }) => start(page));
