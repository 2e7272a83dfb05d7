/** The state of a link's page, and what its holder can do. */
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { GuestPageState, GuestQueue } from './guestQueue';

export const QueueContext = createContext<GuestQueue | null>(null);

export function useQueue(): GuestQueue {
  const queue = useContext(QueueContext);
  if (queue === null) throw new Error('outside of the page of a link');
  return queue;
}

/** Renders the component again when the state changes. */
export function useQueueState(queue: GuestQueue): GuestPageState {
  const [state, setState] = useState(queue.state);
  useEffect(() => {
    const update = () => setState(queue.state());
    update();
    return queue.subscribe(update);
  }, [queue]);
  return state;
}
