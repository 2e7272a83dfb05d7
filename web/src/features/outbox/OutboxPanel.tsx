import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { m, notice } from '@/i18n';
import { type Entry, useOutbox } from '@/session/outbox';
import { isHeld } from '@/session/outboxNow';
import { giveUp, retry } from '@/session/outboxSending';
import { useCompanyZone } from '@/session/timeZone';
import { EmptyState } from '@/ui/EmptyState';
import { Preview } from '@/ui/Preview';
import { confirm } from '@/ui/popups';
import { SidePanel } from '@/ui/SidePanel';
import { momentText } from '@/ui/times';
import { WaitingMark } from '@/ui/WaitingMark';

import styles from './Outbox.module.css';
import { Versions } from './Versions';
import { placeOf, textOf, whatOf } from './words';

async function askAndRemove(entry: Entry): Promise<void> {
  const sure = await confirm({
    body: m.outbox_removeSure({ what: whatOf(entry) }),
    confirmLabel: notice('yesRemove'),
    danger: true,
  });
  if (sure) await giveUp([entry]);
}

function Row({ entry, onLeave }: { entry: Entry; onLeave: () => void }) {
  const zone = useCompanyZone();
  const what = whatOf(entry);
  const text = textOf(entry);
  const name = entry.title === '' ? what : `${what}, ${entry.title}`;
  const when = new Date(entry.doneAt).toISOString();
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {'file' in entry && (
          <span className={styles.picture}>
            <Preview file={entry.file} alt={entry.file.name} />
          </span>
        )}
        <div className="grow">
          <Link to={placeOf(entry)} className={styles.title} onClick={onLeave}>
            {name}
          </Link>
          <p className={`num ${styles.when}`}>
            <time dateTime={when}>{momentText(when, zone)}</time>
          </p>
          <WaitingMark entry={entry} />
        </div>
      </div>
      {text !== '' && <p className={styles.text}>{text}</p>}
      {entry.reason !== null && <p className={styles.reason}>{entry.reason}</p>}
      {isHeld(entry) ? (
        <Versions entry={entry} />
      ) : (
        <div className={styles.actions}>
          <Button
            variant="default"
            disabled={entry.state === 'sending'}
            aria-label={m.outbox_removeNamed({ name })}
            onClick={() => void askAndRemove(entry)}
          >
            {m.outbox_remove()}
          </Button>
          <Button
            variant="default"
            disabled={entry.state === 'sending'}
            aria-label={m.outbox_againNamed({ name })}
            onClick={() => void retry(entry.id)}
          >
            {m.outbox_again()}
          </Button>
        </div>
      )}
    </li>
  );
}

/** What waits to be uploaded, in the order in which it goes, and what can be done about it. */
export function OutboxPanel({ onClose }: { onClose: () => void }) {
  const entries = useOutbox();
  return (
    <SidePanel title={m.outbox_title()} onClose={onClose}>
      {entries.length === 0 ? (
        <EmptyState title={m.outbox_none()}>{m.outbox_noneHint()}</EmptyState>
      ) : (
        <>
          <p className={styles.hint}>{m.outbox_hint()}</p>
          <ul className={styles.list} aria-label={m.outbox_title()}>
            {entries.map((entry) => (
              <Row key={entry.rank} entry={entry} onLeave={onClose} />
            ))}
          </ul>
        </>
      )}
    </SidePanel>
  );
}
