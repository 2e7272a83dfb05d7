/** @jsxImportSource preact */
import { m } from '@/i18n/pageTexts';
import type { WaitingTask } from './guestStorage';
import { PageHeader } from './PageHeader';
import { WaitingList } from './WaitingList';

/** A link that is wrong or has ended. What could not be sent stays readable. */
export function EndedLink({ waiting }: { waiting: readonly WaitingTask[] }) {
  return (
    <>
      <PageHeader company="Ridgeline" />
      <main class="guestPage">
        <section class="card guestCard">
          <h1>{m.guest_endedTitle()}</h1>
          <p>{m.guest_endedText()}</p>
        </section>
        <WaitingList waiting={waiting} />
      </main>
    </>
  );
}

/** Before the first answer. */
export function LoadingLink({ offline, onRetry }: { offline: boolean; onRetry: () => void }) {
  if (!offline)
    return (
      <main class="splash" aria-busy="true">
        <span class="splashBar" />
        <p>{m.guest_loading()}</p>
      </main>
    );
  return (
    <>
      <PageHeader company="Ridgeline" />
      <main class="guestPage">
        <section class="card guestCard" role="alert">
          <h1>{m.guest_noNetworkTitle()}</h1>
          <p>{m.guest_noNetworkText()}</p>
          <button type="button" class="guestButton filled" onClick={onRetry}>
            {m.guest_retry()}
          </button>
        </section>
      </main>
    </>
  );
}
