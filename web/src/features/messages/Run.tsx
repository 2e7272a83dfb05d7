import { memo } from 'react';
import { useLanguage } from '@/i18n';
import { Avatar } from '@/ui/Avatar';
import { timeText } from '@/ui/times';

import { Bubble } from './Bubble';
import styles from './Log.module.css';
import { keyOf, type WrittenMessage } from './threadItems';
import { fullName } from './words';

interface RunProps {
  messages: readonly WrittenMessage[];
  /** For each message the names of those who have read up to it; empty where there is none. */
  seen: readonly string[];
  own: boolean;
  zone: string;
  onResend: (tempId: string) => Promise<void>;
  onBroken: (id: string) => void;
}

const alike = <T,>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((each, at) => each === b[at]);

/** A long room is drawn anew with every message: only the runs that changed are. */
const same = (a: RunProps, b: RunProps) =>
  alike(a.messages, b.messages) &&
  alike(a.seen, b.seen) &&
  a.own === b.own &&
  a.zone === b.zone &&
  a.onResend === b.onResend &&
  a.onBroken === b.onBroken;

/** What one person wrote at a stretch: the name and the time stand once. */
export const Run = memo(function Run({ messages, seen, own, zone, onResend, onBroken }: RunProps) {
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
        {messages.map((message, at) => {
          const next = messages[at + 1];
          return (
            <Bubble
              key={keyOf(message)}
              message={message}
              own={own}
              seen={seen[at] ?? ''}
              // 'Sent' stands once, under the last that was.
              last={next === undefined || next.status === 'sending' || next.status === 'error'}
              onResend={onResend}
              onBroken={onBroken}
            />
          );
        })}
      </div>
    </div>
  );
}, same);
