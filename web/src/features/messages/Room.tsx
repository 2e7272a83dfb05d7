import type { ChatRoom } from '@bindings';
import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { useThread } from '@/session/chatOpenRoom';
import { useReading } from '@/session/chatReading';
import { isStored } from '@/session/chatWire';
import { useSession } from '@/session/session';
import { EmptyState } from '@/ui/EmptyState';

import { Composer } from './Composer';
import { MessageLog } from './MessageLog';
import styles from './Messages.module.css';
import { RoomHeader } from './RoomHeader';

interface RoomProps {
  room: ChatRoom;
  /** When the rooms were last heard of. */
  asOf: number;
}

/** One room: who is in it, what was written, and where to write. */
export function Room({ room, asOf }: RoomProps) {
  const { user } = useSession();
  const { data: thread, error, isFetching, refetch } = useThread(room, asOf);
  const newest = thread?.messages.findLast((each) => isStored(each) && each.userId !== user.id);
  useReading(room.roomId, newest !== undefined && isStored(newest) ? newest.id : null, room.unread);
  const { company, isOpen } = room;
  return (
    <>
      <RoomHeader room={room} />
      {thread !== undefined ? (
        <MessageLog room={room} thread={thread} />
      ) : error !== null ? (
        <div className={styles.instead}>
          <EmptyState
            art="chat"
            title={m.messages_threadFailed()}
            action={
              <Button loading={isFetching} onClick={() => void refetch()}>
                {m.messages_again()}
              </Button>
            }
          >
            {error.message}
          </EmptyState>
        </div>
      ) : (
        <p className={styles.waiting} role="status">
          {m.common_loading()}
        </p>
      )}
      {isOpen ? (
        <Composer room={room} ready={thread !== undefined} />
      ) : (
        <p className={styles.closed}>{m.messages_closed({ company: company.name })}</p>
      )}
    </>
  );
}
