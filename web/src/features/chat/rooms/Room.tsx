import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { isStored } from '@/queries/chat/messageTypes';
import { useThread } from '@/queries/chat/openRoom';
import { useReadReceipts } from '@/queries/chat/readReceipts';
import type { Room as ChatRoom } from '@/queries/chat/rooms';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { footBar } from '@/ui/layout/footBars';

import { Composer } from '../composer/Composer';
import { MessageLog } from '../log/MessageLog';
import styles from '../Messages.module.css';
import { RoomHeader } from './RoomHeader';

interface RoomProps {
  room: ChatRoom;
  /** When the rooms were last updated. */
  asOf: number;
}

/** One room: its members, its messages, and the composer. */
export function Room({ room, asOf }: RoomProps) {
  const { user } = useSession();
  const { data: thread, error, isFetching, refetch } = useThread(room, asOf);
  const newest = thread?.messages.findLast((each) => isStored(each) && each.userId !== user.id);
  useReadReceipts(room.roomId, newest !== undefined && isStored(newest) ? newest.id : null, room.unread);
  const { kind, company, isOpen } = room;
  return (
    <>
      <RoomHeader room={room} />
      {thread !== undefined ? (
        <MessageLog room={room} thread={thread} />
      ) : error !== null ? (
        <div className={styles.instead}>
          <LoadFailure
            art="chat"
            why={m.messages_threadFailed()}
            hint={error.message}
            retry={m.messages_again()}
            busy={isFetching}
            onRetry={refetch}
          />
        </div>
      ) : (
        <p className={styles.waiting} role="status">
          {m.common_loading()}
        </p>
      )}
      {isOpen ? (
        <Composer room={room} ready={thread !== undefined} />
      ) : (
        <p ref={footBar} className={styles.closed}>
          {kind === 'job' ? m.messages_closedJob() : m.messages_closed({ company: company.name })}
        </p>
      )}
    </>
  );
}
