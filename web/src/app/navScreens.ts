/** The screens that the navigation and the lists lead to, and how a phone has them loaded before they are opened. */
import { whenIdle } from '@/ui/loading/whenIdle';
import { phoneQuery } from '@/ui/theme/breakpoints';

export const navScreens = {
  company: async () => (await import('@/features/companies/profile/CompanyScreen')).CompanyScreen,
  job: async () => (await import('@/features/jobs/page/JobPage')).JobPage,
  calendar: async () => (await import('@/features/calendar/CalendarScreen')).CalendarScreen,
  jobs: async () => (await import('@/features/jobs/list/JobsScreen')).JobsScreen,
  messages: async () => (await import('@/features/chat/MessagesScreen')).MessagesScreen,
  connections: async () => (await import('@/features/connections/ConnectionsScreen')).ConnectionsScreen,
};

/** How long to wait after the app has its files, in ms: the screen that is open still loads its data. */
const delayBeforePreload = 1_000;

/**
 * Loads the screens on a phone, one in each idle moment: a press would wait for the chunk, and for its styles, which
 * style the whole page anew. Only once the service worker has all files: a browser does not try a module again that
 * could not be fetched, and the network is left to the open screen. Returns a function that ends it.
 */
export function preloadScreens(): () => void {
  if (!('serviceWorker' in navigator) || !window.matchMedia(phoneQuery).matches) return () => undefined;
  let cancel: () => void = () => undefined;
  let stopped = false;
  const screens = Object.values(navScreens);
  const loadNext = async () => {
    await screens.shift()?.();
    if (!stopped && screens.length > 0) cancel = whenIdle(run);
  };
  // After a failure the rest is loaded when it is opened.
  const run = () => void loadNext().catch(() => undefined);
  const begin = () => {
    // Whichever formatter is the first takes a slow phone 100 ms.
    Intl.DateTimeFormat('en-US');
    run();
  };
  const waitUntilIdle = () => {
    const timer = setTimeout(() => {
      cancel = whenIdle(begin);
    }, delayBeforePreload);
    cancel = () => clearTimeout(timer);
  };
  const { serviceWorker } = navigator;
  if (serviceWorker.controller === null)
    serviceWorker.addEventListener('controllerchange', waitUntilIdle, { once: true });
  else waitUntilIdle();
  return () => {
    stopped = true;
    serviceWorker.removeEventListener('controllerchange', waitUntilIdle);
    cancel();
  };
}
