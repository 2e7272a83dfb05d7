import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { m, useLanguage } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { type Room, roomName } from '@/queries/chat/rooms';
import { zoneOf } from '@/queries/companies/timeZone';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { SearchField } from '@/ui/inputs/SearchField';
import { PageTitle } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';
import { TextIndex } from '@/wasm/rules';
import { lastMessagePreview, lastMessageTime, roomPurpose } from '../chatText';
import styles from './Rooms.module.css';

interface RoomRowProps {
  room: Room;
  open: boolean;
}

/** One room: its name, what it is for, its last message with the time, and the number of unread messages. */
const RoomRow = memo(function RoomRow({ room, open }: RoomRowProps) {
  useLanguage();
  const { user, company: own } = useSession();
  const { roomId, company, lastMessage, unread, isOpen } = room;
  const purpose = roomPurpose(room);
  return (
    <li>
      <Link
        to={`/app/messages/${roomId}`}
        className={styles.row}
        aria-current={open ? 'page' : undefined}
        data-unread={unread > 0 || undefined}
      >
        <CompanyLogo name={company.name} url={company.logoUrl} size={42} />
        <span className={styles.words}>
          <span className={`trunc ${styles.name}`}>{roomName(room)}</span>
          {purpose !== null && <span className={`trunc ${styles.purpose}`}>{purpose}</span>}
          <span
            className={`trunc ${styles.last}`}
            lang={lastMessage === null ? undefined : lastMessage.language === 'spanish' ? 'es' : 'en'}
          >
            {lastMessagePreview(room, user.id)}
          </span>
        </span>
        <span className={styles.marks}>
          {lastMessage !== null && (
            <time className="num" dateTime={lastMessage.dateInserted}>
              {lastMessageTime(lastMessage.dateInserted, zoneOf(own))}
            </time>
          )}
          {unread > 0 && (
            <span className={`num ${styles.count}`}>
              <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
              <span className="spoken">{m.messages_unreadCount({ count: unread })}</span>
            </span>
          )}
          {!isOpen && <span className={styles.closed}>{m.messages_closedMark()}</span>}
        </span>
      </Link>
    </li>
  );
});

interface RoomListProps {
  /** Undefined until they have loaded. */
  rooms: readonly Room[] | undefined;
  /** The id of the open room. */
  open: string | undefined;
}

/** The list of rooms: at the left, on a phone a separate page. */
export function RoomList({ rooms, open }: RoomListProps) {
  const phone = usePhone();
  const [query, setQuery] = useState('');
  const index = useMemo(
    () => rooms && new TextIndex(rooms.map((room) => `${roomName(room)} ${room.company.name}`)),
    [rooms],
  );
  const found =
    rooms && index && Array.from(index.search(query), (at) => rooms[at]).filter((room) => room !== undefined);
  const field = (
    <SearchField
      label={m.messages_find()}
      placeholder={m.messages_find()}
      query={query}
      setQuery={setQuery}
    />
  );
  return (
    <div className={styles.rooms}>
      <PageTitle title={m.messages_title()} {...(phone ? { phoneRow: field } : {})} />
      {!phone && <div className={styles.find}>{field}</div>}
      {found === undefined ? (
        <SkeletonCards count={6} height={66} />
      ) : found.length === 0 ? (
        <p className={styles.nothing}>{query === '' ? m.messages_none() : m.messages_noMatch()}</p>
      ) : (
        <nav aria-label={m.messages_title()} className={styles.scroller}>
          <ul className="plainList">
            {found.map((room) => (
              <RoomRow key={room.roomId} room={room} open={room.roomId === open} />
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
