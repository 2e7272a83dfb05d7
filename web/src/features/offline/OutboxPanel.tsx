import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { QueuedBadge } from '@/components/offline/QueuedBadge';
import { m, notice } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { type Entry, type EntryOf, outbox, useOutbox } from '@/queries/offline/outbox';
import { isConflicting } from '@/queries/offline/outboxConflicts';
import { entriesBehind } from '@/queries/offline/outboxLanes';
import { discard, retry } from '@/queries/offline/outboxSender';
import { dateTimeText } from '@/ui/dates/times';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { ImagePreview } from '@/ui/files/ImagePreview';
import { confirm } from '@/ui/overlays/popups';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { ConflictVersions } from './ConflictVersions';
import styles from './Outbox.module.css';
import { entryContent, entryDestination, entryKindText } from './outboxText';

async function confirmAndRemove(entry: Entry): Promise<void> {
  const what = entryKindText(entry);
  const behind = entriesBehind([entry], outbox.read()).length;
  const sure = await confirm({
    body: behind > 0 ? m.outbox_removeJobSure({ count: behind }) : m.outbox_removeSure({ what }),
    confirmLabel: notice('yesRemove'),
    danger: true,
  });
  if (sure) await discard([entry]);
}

/** One that the server may have stored is not sent as another one. */
const mayCorrect = (entry: Entry): entry is EntryOf<'createJob'> =>
  entry.kind === 'createJob' && entry.state === 'refused' && !entry.unsure;

function Row({ entry, onLeave }: { entry: Entry; onLeave: () => void }) {
  const zone = useCompanyZone();
  const what = entryKindText(entry);
  const text = entryContent(entry, zone);
  const name = entry.title === '' ? what : `${what}, ${entry.title}`;
  const when = new Date(entry.doneAt).toISOString();
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {'file' in entry && (
          <span className={styles.picture}>
            <ImagePreview file={entry.file} alt={entry.file.name} />
          </span>
        )}
        <div className="grow">
          <Link to={entryDestination(entry)} className={styles.title} onClick={onLeave}>
            {name}
          </Link>
          <p className={`num ${styles.when}`}>
            <time dateTime={when}>{dateTimeText(when, zone)}</time>
          </p>
          <QueuedBadge entry={entry} />
        </div>
      </div>
      {text !== '' && <p className={styles.text}>{text}</p>}
      {entry.reason !== null && <p className={styles.reason}>{entry.reason}</p>}
      {isConflicting(entry) ? (
        <ConflictVersions entry={entry} />
      ) : (
        <div className={styles.actions}>
          <Button
            variant="default"
            disabled={entry.state === 'sending'}
            aria-label={m.outbox_removeNamed({ name })}
            onClick={() => void confirmAndRemove(entry)}
          >
            {m.outbox_remove()}
          </Button>
          {mayCorrect(entry) && (
            <Button
              component={Link}
              to="/app/jobs/new"
              state={{ refused: entry.job.id }}
              variant="default"
              onClick={onLeave}
            >
              {m.outbox_correct()}
            </Button>
          )}
          {entry.again && (
            <Button
              variant="default"
              disabled={entry.state === 'sending'}
              aria-label={m.outbox_againNamed({ name })}
              onClick={() => void retry(entry.id)}
            >
              {m.outbox_again()}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** The entries of the outbox in the order in which they are sent, with their actions. */
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
