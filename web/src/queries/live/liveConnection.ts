/** Connects to the live events of one company until it is stopped. */
import type { CompanyId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { openSocket } from '@/api/socket';
import { applyEvents } from './applyEvents';
import { chatRooms, refetchChats } from './chatEvents';
import { isLive, setConnectionState } from './connectionState';
import { refetchMissed } from './refetch';

/** When the live connection is lost, the data is refetched after this delay, in ms. */
const lostDelay = 5_000;

/** How long to wait before the chat rooms are fetched again after a failure, in ms. */
const retryDelay = 5_000;

const isChat = (room: string) => room.startsWith('chat_');

/** Returns the function that disconnects. */
export function connectLive(queries: QueryClient, companyId: CompanyId): () => void {
  const companyRoom = `company_${companyId}`;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const joinChats = async () => {
    const rooms = await chatRooms();
    if (rooms !== null) socket.join(rooms);
    else if (isLive()) timer = setTimeout(() => void joinChats(), retryDelay);
  };

  const socket = openSocket([companyRoom], {
    onJoined: (rooms) => {
      // Earlier changes are fetched now; all later ones arrive as events.
      if (rooms.some(isChat)) refetchChats(queries);
      if (!rooms.includes(companyRoom)) return;
      clearTimeout(timer);
      setConnectionState('live');
      void refetchMissed(queries, isLive);
      void joinChats();
    },
    onLost: () => {
      setConnectionState('lost');
      clearTimeout(timer);
      timer = setTimeout(() => void refetchMissed(queries, () => !isLive()), lostDelay);
    },
    onEvents: (events) => {
      applyEvents(queries, events);
      if (events.some(({ event }) => event === 'chat_room')) void joinChats();
    },
  });

  return () => {
    socket.close();
    clearTimeout(timer);
    setConnectionState('none');
  };
}
