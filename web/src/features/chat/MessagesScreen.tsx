import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { type Room as ChatRoom, fetchRoom, useRooms } from '@/queries/chat/rooms';
import { useMarkShownAsSeen } from '@/queries/notifications/notifications';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './Messages.module.css';
import { Room } from './rooms/Room';
import { RoomList } from './rooms/RoomList';

const here = '/app/messages';

/** Without connections there are no rooms: redirects to the company search, with a toast that says why. */
function NoRooms() {
  useEffect(() => {
    toast.note(m.messages_title(), m.messages_none());
  }, []);
  return <Navigate to="/app/company" replace />;
}

/** Shown for a room that is not in the list: it may be newer than the list, of a job, or of other companies. */
function UnknownRoom({ roomId }: { roomId: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { company } = useSession();
  useEffect(() => {
    fetchRoom(queries, roomId, company).catch((failure: unknown) => {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
      void navigate(here, { replace: true });
    });
  }, [queries, roomId, navigate, company]);
  return <Waiting />;
}

const Waiting = () => (
  <p className={styles.waiting} role="status">
    {m.common_loading()}
  </p>
);

interface OpenProps {
  rooms: readonly ChatRoom[];
  roomId: string;
  asOf: number;
}

function Open({ rooms, roomId, asOf }: OpenProps) {
  const room = rooms.find((each) => each.roomId === roomId);
  if (room === undefined) return <UnknownRoom key={roomId} roomId={roomId} />;
  return <Room key={roomId} room={room} asOf={asOf} />;
}

/** `/app/messages` and `/app/messages/{roomId}`: the rooms, and the open one. A phone shows one of the two. */
export function MessagesScreen() {
  const { roomId } = useParams();
  const phone = usePhone();
  const { data: rooms, error, isFetching, refetch, dataUpdatedAt } = useRooms();
  // Messages read here need no unread dot in the navigation.
  useMarkShownAsSeen('messages');

  if (rooms === undefined && error !== null)
    return (
      <div className="page">
        <div className="card">
          <LoadFailure
            art="chat"
            why={m.messages_roomsFailed()}
            hint={error.message}
            retry={m.messages_again()}
            busy={isFetching}
            onRetry={refetch}
          />
        </div>
      </div>
    );
  if (rooms?.length === 0 && roomId === undefined) return <NoRooms />;
  const first = rooms?.[0];
  if (!phone && roomId === undefined && first !== undefined)
    return <Navigate to={`${here}/${first.roomId}`} replace />;

  const listed = !phone || roomId === undefined;
  return (
    <div className={styles.screen} data-room={roomId !== undefined || undefined}>
      {listed && <RoomList rooms={rooms} open={roomId} />}
      {(roomId !== undefined || !phone) && (
        <section className={styles.room} aria-label={m.messages_title()}>
          {rooms === undefined || roomId === undefined ? (
            <Waiting />
          ) : (
            <Open rooms={rooms} roomId={roomId} asOf={dataUpdatedAt} />
          )}
        </section>
      )}
    </div>
  );
}
