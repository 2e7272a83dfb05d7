/** @jsxImportSource preact */
import { useContext } from 'preact/hooks';
import { m } from '@/i18n/pageTexts';
import type { WaitingTask } from './guestStorage';
import { QueueContext } from './useGuestPage';

function nameOf(task: WaitingTask): string {
  switch (task.kind) {
    case 'answer':
      return task.body.accepted ? m.guest_waitingYes() : m.guest_waitingNo();
    case 'note':
      return m.guest_waitingNote({ text: task.body.content });
    case 'image':
      return m.guest_waitingPhoto();
    case 'sign':
      return m.guest_waitingSignature({ name: task.body.name });
    case 'complete':
      return m.guest_waitingDone();
    case 'order':
      return m.guest_waitingOrder();
  }
}

/** What waits to be sent, and what was refused, with the reason. */
export function WaitingList({ waiting }: { waiting: readonly WaitingTask[] }) {
  const queue = useContext(QueueContext);
  if (waiting.length === 0) return null;
  const refused = waiting.filter((task) => task.refused !== null);
  const unsent = waiting.length - refused.length;
  return (
    <section class="card guestCard" aria-live="polite">
      {unsent > 0 && <p class="guestStrong">{m.guest_waitingCount({ count: unsent })}</p>}
      <ul class="plainList guestList">
        {waiting.map((task) => (
          <li key={task.id}>
            <span>{nameOf(task)}</span>
            {task.refused !== null && (
              <div class="guestRefused">
                <p>{task.refused}</p>
                {queue !== null && (
                  <button type="button" class="guestButton" onClick={() => void queue.discard(task.id)}>
                    {m.guest_discard()}
                  </button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
