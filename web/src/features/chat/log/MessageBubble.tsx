import { IconAlertCircle, IconAt, IconChecks, IconClock, IconRefresh } from '@tabler/icons-react';
import { QueuedBadge } from '@/components/offline/QueuedBadge';
import { m } from '@/i18n';
import { isStored } from '@/queries/chat/messageTypes';
import { useQueued } from '@/queries/offline/outbox';
import { fullName, nameList } from '../chatText';
import styles from './Log.module.css';
import { MessageContents } from './MessageContents';
import { SentPicture } from './SentPicture';
import type { WrittenMessage } from './threadItems';

interface MessageBubbleProps {
  message: WrittenMessage;
  own: boolean;
  /** The names of those who have read up to this message, if the mark stands under it. */
  readBy: readonly string[] | null;
  onResend: (tempId: string) => Promise<void>;
  onBroken: (id: string) => void;
}

/** The delivery state of a message, or who has read it. */
function DeliveryStatus({ message, readBy, onResend }: Omit<MessageBubbleProps, 'own' | 'onBroken'>) {
  const waiting = useQueued('message').find((entry) => entry.message.tempId === message.tempId);
  if (waiting !== undefined) return <QueuedBadge entry={waiting} />;
  if (message.status === 'error')
    return (
      <button type="button" className={styles.resend} onClick={() => void onResend(message.tempId)}>
        <IconAlertCircle size={17} aria-hidden />
        <span className="deskOnly">{m.messages_resendClick()}</span>
        <span className="phoneOnly">{m.messages_resendTap()}</span>
        <IconRefresh size={17} aria-hidden />
      </button>
    );
  if (message.status === 'sending')
    return (
      <span className={styles.status}>
        <IconClock size={15} aria-hidden />
        {m.messages_sending()}
      </span>
    );
  if (readBy === null) return null;
  return (
    <span className={styles.status}>
      <IconChecks size={16} aria-hidden />
      {readBy.length > 0 ? m.messages_seenBy({ names: nameList(readBy) }) : m.messages_sent()}
    </span>
  );
}

/** One message: text or picture, tags, and delivery state. */
export function MessageBubble({ onBroken, own, ...props }: MessageBubbleProps) {
  const { message } = props;
  const { contents, tags } = message;
  return (
    <div className={styles.message}>
      {isStored(message) && message.attachment !== null && (
        <SentPicture message={message} onBroken={onBroken} />
      )}
      {contents !== '' && <MessageContents message={message} own={own} />}
      {tags.length > 0 && (
        <p className={styles.tags}>
          {tags.map((person) => (
            <span key={person.id}>
              <IconAt size={14} aria-hidden />
              {fullName(person)}
            </span>
          ))}
        </p>
      )}
      <DeliveryStatus {...props} />
    </div>
  );
}
