import { memo } from 'react';
import { useLanguage } from '@/i18n';
import { Avatar } from '@/ui/brand/Avatar';
import { timeText } from '@/ui/dates/times';
import { fullName } from '../chatText';
import styles from './Log.module.css';
import { MessageBubble } from './MessageBubble';
import { type DeliveryMark, itemKey, type WrittenMessage } from './threadItems';

interface MessageGroupProps {
  messages: readonly WrittenMessage[];
  /** The mark under one of these messages; null if it stands elsewhere. */
  mark: DeliveryMark | null;
  own: boolean;
  zone: string;
  onResend: (tempId: string) => Promise<void>;
  onBroken: (id: string) => void;
}

const equal = <T,>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((each, at) => each === b[at]);

/** Every new message renders the log, so only groups that changed render again. */
const same = (a: MessageGroupProps, b: MessageGroupProps) =>
  equal(a.messages, b.messages) &&
  a.mark?.id === b.mark?.id &&
  equal(a.mark?.names ?? [], b.mark?.names ?? []) &&
  a.own === b.own &&
  a.zone === b.zone &&
  a.onResend === b.onResend &&
  a.onBroken === b.onBroken;

/** Consecutive messages of one author: the name and the time are shown once. */
export const MessageGroup = memo(function Run({
  messages,
  mark,
  own,
  zone,
  onResend,
  onBroken,
}: MessageGroupProps) {
  useLanguage();
  const [first] = messages;
  if (first === undefined) return null;
  const person = { id: first.userId, ...first.author };
  return (
    <div className={styles.run} data-own={own || undefined}>
      {!own && <Avatar person={person} size={34} />}
      <div className={styles.said}>
        <p className={styles.who}>
          <b className={own ? 'spoken' : undefined}>{fullName(first.author)}</b>{' '}
          <time className="num" dateTime={first.dateInserted}>
            {timeText(first.dateInserted, zone)}
          </time>
        </p>
        {messages.map((message) => (
          <MessageBubble
            key={itemKey(message)}
            message={message}
            own={own}
            readBy={'id' in message && message.id === mark?.id ? mark.names : null}
            onResend={onResend}
            onBroken={onBroken}
          />
        ))}
      </div>
    </div>
  );
}, same);
