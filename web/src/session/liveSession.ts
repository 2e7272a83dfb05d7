/** Listens for one company until it is told to stop. */
import type { CompanyId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { openSocket } from '@/api/socket';

import { chatCaughtUp, chatRooms } from './liveChat';
import { hear } from './liveEvents';
import { fetchMissed } from './liveFetch';
import { isLive, setStanding } from './liveState';

/** Where only the live connection is cut, asking does what it can: from so many ms after the loss. */
const alone = 5_000;

/** So many ms after the chats could not be asked for, they are asked for again. */
const again = 5_000;

const isChat = (room: string) => room.startsWith('chat_');

/** Answers what ends it. */
export function listen(queries: QueryClient, companyId: CompanyId): () => void {
  const own = `company_${companyId}`;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const joinChats = async () => {
    const rooms = await chatRooms();
    if (rooms !== null) socket.join(rooms);
    else if (isLive()) timer = setTimeout(() => void joinChats(), again);
  };

  const socket = openSocket([own], {
    onJoined: (rooms) => {
      // What was before is fetched now: all that comes later is told.
      if (rooms.some(isChat)) chatCaughtUp(queries);
      if (!rooms.includes(own)) return;
      clearTimeout(timer);
      setStanding('live');
      void fetchMissed(queries, isLive);
      void joinChats();
    },
    onLost: () => {
      setStanding('lost');
      clearTimeout(timer);
      timer = setTimeout(() => void fetchMissed(queries, () => !isLive()), alone);
    },
    onEvents: (events) => {
      hear(queries, events);
      if (events.some(({ event }) => event === 'chat_room')) void joinChats();
    },
  });

  return () => {
    socket.close();
    clearTimeout(timer);
    setStanding('none');
  };
}
