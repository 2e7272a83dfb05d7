/** @jsxImportSource preact */
import { m, pageLanguage, setPageLanguage } from '@/i18n/pageTexts';
import { EndedLink, LoadingLink } from './EndedLink';
import type { GuestQueue } from './guestQueue';
import { GuestJobPage } from './job/GuestJobPage';
import { GuestOrderPage } from './order/GuestOrderPage';
import { PageHeader } from './PageHeader';
import { QueueContext, useQueueState } from './useGuestPage';
import { WaitingList } from './WaitingList';

/** What a link shows to the person who was sent it. */
export function GuestPage({ queue }: { queue: GuestQueue }) {
  const state = useQueueState(queue);
  const { view } = state;
  if (view !== null && view.language !== pageLanguage()) setPageLanguage(view.language);
  if (view === null)
    return state.ended ? (
      <EndedLink waiting={state.waiting} />
    ) : (
      <LoadingLink offline={state.offline} onRetry={() => void queue.resume()} />
    );
  return (
    <QueueContext.Provider value={queue}>
      <PageHeader company={view.contact.company} />
      <main class="guestPage">
        {state.offline && (
          <p class="guestNotice" role="status">
            {m.guest_offline()}
          </p>
        )}
        <WaitingList waiting={state.waiting} />
        {'purchaseOrder' in view ? (
          <GuestOrderPage view={view} waiting={state.waiting} changed={state.changed} />
        ) : (
          <GuestJobPage view={view} waiting={state.waiting} changed={state.changed} />
        )}
      </main>
    </QueueContext.Provider>
  );
}
