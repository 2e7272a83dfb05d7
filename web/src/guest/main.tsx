/** @jsxImportSource preact */
/** The page of a link, `/g/{secret}`: loaded without the app, because its reader has one bar and no account. */
import '@/ui/theme/tokens.css';
import '@/ui/theme/base.css';
import './guest.css';

import { render } from 'preact';
import { newIdempotencyKey } from '@/api/idempotencyKey';
import { pageLanguage, setPageLanguage } from '@/i18n/pageTexts';
import { GuestPage } from './GuestPage';
import { send } from './guestCalls';
import { GuestQueue } from './guestQueue';
import { deleteOldViews } from './guestStorage';

/** The secret is the last part of the address. */
const secretOf = (path: string): string => decodeURIComponent(path.split('/')[2] ?? '');

function followScheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
}

/** Not in development. Its scope are the pages of links: it keeps only their files, not those of the app. */
async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/link-worker.js', { scope: '/g/' });
}

function start(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  followScheme();
  setPageLanguage(pageLanguage());
  const queue = new GuestQueue(secretOf(window.location.pathname));
  const stop = queue.subscribe(() => {
    if (queue.state().view === null || queue.state().offline) return;
    stop();
    // Tells the company that the link was opened. Nothing is lost if it does not arrive.
    void send(queue.secret, 'seen', {}, newIdempotencyKey())
      // An order that is seen has another version, which its answer states.
      .then(() => queue.refresh())
      .catch(() => undefined);
    void registerWorker().catch(() => undefined);
  });
  void queue.start().then(deleteOldViews);
  window.addEventListener('online', () => void queue.resume());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void queue.resume();
  });
  root.replaceChildren();
  render(<GuestPage queue={queue} />, root);
}

start();
