import { Button } from '@mantine/core';
import { IconArrowDown, IconInfoCircle } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useLinkRenewal, useOlderMessages } from '@/queries/chat/openRoom';
import { type Room, roomName } from '@/queries/chat/rooms';
import { useSendMessage } from '@/queries/chat/sending';
import type { Thread } from '@/queries/chat/thread';
import { zoneOf } from '@/queries/companies/timeZone';
import { relativeDayText } from '@/ui/dates/relativeDay';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { popup } from '@/ui/overlays/popups';
import { readersHint } from '../chatText';
import styles from './Log.module.css';
import { MessageGroup } from './MessageGroup';
import { QueuedPictures } from './QueuedPictures';
import { deliveryMark, threadItems } from './threadItems';
import { useLogScroll } from './useLogScroll';

/** The top of the log: older messages that are loading, or why they cannot be loaded. */
function Top({ older, onRetry }: { older: 'quiet' | 'loading' | 'failed'; onRetry: () => void }) {
  if (older === 'quiet') return null;
  return (
    <p className={styles.top} role="status">
      {older === 'loading' ? (
        m.messages_earlier()
      ) : (
        <>
          {m.messages_earlierFailed()}{' '}
          <Button size="compact-sm" variant="subtle" onClick={onRetry}>
            {m.messages_again()}
          </Button>
        </>
      )}
    </p>
  );
}

interface MessageLogProps {
  room: Room;
  thread: Thread;
}

/** The messages of a room, oldest first. The log stays scrolled to the end unless the reader scrolls up. */
export function MessageLog({ room, thread }: MessageLogProps) {
  const { user, company: own } = useSession();
  const zone = zoneOf(own);
  const { roomId } = room;
  const { messages, hasOlder } = thread;
  const { state, load, release } = useOlderMessages(roomId);
  const renew = useLinkRenewal(roomId);
  const { resend } = useSendMessage(roomId);
  const items = useMemo(() => threadItems(messages, zone), [messages, zone]);
  const mark = useMemo(() => deliveryMark(messages, room, user.id), [messages, room, user.id]);

  const onNearTop = useCallback(() => {
    if (hasOlder && state === 'quiet') void load();
  }, [hasOlder, state, load]);
  const scroll = useLogScroll({ messages, ownId: user.id, onNearTop });
  const { scroller, content, atEnd, news, look, toEnd } = scroll;

  const long = atEnd && messages.length > 400;
  useEffect(() => {
    if (long) release();
  }, [long, release]);

  const onResend = useCallback(
    async (tempId: string) => {
      const refused = await resend(tempId);
      if (refused !== null) void popup.oops(refused.message);
    },
    [resend],
  );

  return (
    <div className={styles.frame}>
      {/* The log takes the focus, so that it can be scrolled by keyboard. */}
      <div
        ref={scroller}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard.
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- the same.
        aria-label={m.messages_log({ company: roomName(room) })}
        // Older messages that are prepended are not announced.
        aria-live={state === 'loading' ? 'off' : 'polite'}
        className={styles.log}
        onScroll={look}
      >
        <div ref={content} className={styles.content}>
          <Top older={state} onRetry={() => void load()} />
          {items.length === 0 && (
            <EmptyState art="chat" title={m.messages_empty()}>
              {readersHint(room)}
            </EmptyState>
          )}
          {items.map((item) =>
            item.kind === 'day' ? (
              <p key={item.key} className={styles.day}>
                <time dateTime={item.day}>{relativeDayText(item.day, zone)}</time>
              </p>
            ) : item.kind === 'system' ? (
              <p key={item.key} className={styles.system}>
                <IconInfoCircle size={17} aria-hidden />
                {item.text}
              </p>
            ) : (
              <MessageGroup
                key={item.key}
                messages={item.messages}
                mark={item.messages.some((each) => 'id' in each && each.id === mark?.id) ? mark : null}
                own={item.messages[0]?.userId === user.id}
                zone={zone}
                onResend={onResend}
                onBroken={renew}
              />
            ),
          )}
          <QueuedPictures roomId={roomId} />
        </div>
      </div>
      {news && !atEnd && (
        <Button className={styles.news ?? ''} leftSection={<IconArrowDown size={17} />} onClick={toEnd}>
          {m.messages_newOnes()}
        </Button>
      )}
    </div>
  );
}
