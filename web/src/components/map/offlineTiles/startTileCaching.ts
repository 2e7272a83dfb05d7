/** Keeps the tiles around the next days' jobs on a phone, in the background, while the user is signed in. */
import type { Job, UserId } from '@bindings';
import { hashKey, type QueryCacheNotifyEvent, type QueryClient } from '@tanstack/react-query';
import { isOffline } from '@/api/connectivity';
import { profileQuery } from '@/queries/accounts/session';
import { jobKeys, prefetchJobs } from '@/queries/jobs/jobs';
import { cacheMapFiles } from '@/queries/offline/serviceWorker';
import { companyToday } from '@/ui/dates/companyDay';
import { whenIdle } from '@/ui/loading/whenIdle';
import { streetSourceQuery } from '../streetSource';
import { nextDays, nextPlaces } from './nextPlaces';

/** Several changes within this time are one, in ms; the first screen is shown before. */
const delay = 3_000;

/** How long a busy page may put it off, in ms. */
const longestWait = 30_000;

/** Not in every browser, and not in the types of any. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Is this a phone or a tablet, with a connection whose user does not save data? */
function isWorthwhile(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  const isSlow = connection?.effectiveType?.endsWith('2g') ?? false;
  return matchMedia('(pointer: coarse)').matches && connection?.saveData !== true && !isSlow && !isOffline();
}

/** Calls `work` after the delay, when the page is idle. Returns a function that cancels it. */
function later(work: () => void): () => void {
  let cancel = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    cancel = whenIdle(work, longestWait);
  }, delay);
  return () => cancel();
}

const listsHash = hashKey(jobKeys.lists).slice(0, -1);

/** Did a list of jobs change, or arrive? */
const isOfJobs = (event: QueryCacheNotifyEvent): boolean =>
  event.type === 'updated' && event.action.type === 'success' && event.query.queryHash.startsWith(listsHash);

/** Keeps the tiles of the next days' jobs as they are now. Returns false if it is of no use to try again. */
async function keepNext(queries: QueryClient, userId: UserId, signal: AbortSignal): Promise<boolean> {
  const company = queries.getQueryData(profileQuery.queryKey)?.company;
  if (!company || !isWorthwhile()) return true;
  const source = await queries.fetchQuery(streetSourceQuery);
  if (source?.kind !== 'basemap') {
    // The operator has taken the file away. A tile service's terms do not allow to keep its tiles.
    await (await import('./rangeStore')).forgetRanges();
    return false;
  }
  const days = nextDays(companyToday());
  await prefetchJobs(queries, company.companyType, days);
  const jobs = queries.getQueryData<Job[]>(jobKeys.list(days));
  if (signal.aborted) return false;
  // The server did not answer: what is kept stays.
  if (jobs === undefined) return true;
  // Not awaited: where there is no worker, it never answers.
  void cacheMapFiles();
  const { cacheTiles } = await import('./cacheTiles');
  const url = new URL(source.url, window.location.href).href;
  return cacheTiles({ userId, url, places: nextPlaces(jobs, days), signal });
}

/** Returns the function that stops it. */
export function startTileCaching(queries: QueryClient, userId: UserId): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let cancel = () => {};
  let isRunning = false;

  const run = async () => {
    // A run takes the jobs as they are at its start; those that change during it are for the next one.
    if (isRunning) return schedule();
    isRunning = true;
    // After a failure, such as a lost network, the next event tries again.
    const isUseful = await keepNext(queries, userId, signal).catch(() => true);
    isRunning = false;
    if (!isUseful) stop();
  };
  const schedule = () => {
    cancel();
    if (!signal.aborted) cancel = later(() => void run());
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') schedule();
  };
  const unsubscribe = queries.getQueryCache().subscribe((event) => {
    if (isOfJobs(event)) schedule();
  });
  const stop = () => {
    ending.abort();
    cancel();
    unsubscribe();
  };
  // Also on the next day, and when the network is back.
  document.addEventListener('visibilitychange', onVisible, { signal });
  window.addEventListener('online', schedule, { signal });
  schedule();
  return stop;
}
