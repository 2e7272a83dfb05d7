import type { ActivityChange, ActivityEntry } from '@bindings';
import { type ReactNode, useMemo } from 'react';
import { m, useLanguage } from '@/i18n';
import { relativeDayText } from '@/ui/dates/relativeDay';
import { timeText } from '@/ui/dates/times';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';

import styles from './Activity.module.css';
import { Actor } from './Actor';

/** Values longer than a line are shown as blocks. */
const long = 60;
const isLong = ({ from, to }: ActivityChange) => (from ?? '').length + (to ?? '').length > long;

/**
 * The details of an entry beyond its sentence: the change, the assignee, the answer. Without an old or new value
 * there is nothing to show.
 */
function detailsOf({ sentence, action, changes, subjectName }: ActivityEntry): readonly ActivityChange[] {
  const inSentence = (value: string | null) => sentence.includes(value ?? '');
  if (changes.length === 1 && changes.every(({ from, to }) => inSentence(from) && inSentence(to))) return [];
  const answer = action === 'accepted' || action === 'declined';
  const isRepeated = ({ field, from, to }: ActivityChange) =>
    (from === null && inSentence(to) && (to === subjectName || action === 'assigned')) ||
    (answer && field === 'acceptance');
  return changes.filter((change) => (change.from !== null || change.to !== null) && !isRepeated(change));
}

/** `from → to`, with spoken labels for screen readers. */
function Change({ change }: { change: ActivityChange }) {
  const { label, from, to } = change;
  return (
    <div className={styles.change} data-long={isLong(change) || undefined}>
      <dt>{label}</dt>
      <dd>
        {from !== null && (
          <>
            <span className="spoken">{m.history_was()} </span>
            <span className={styles.was}>{from}</span>{' '}
            <span className={styles.arrow} aria-hidden="true">
              →{' '}
            </span>
            <span className="spoken">{m.history_isNow()} </span>
          </>
        )}
        <span className={to === null ? 'dim' : undefined}>{to ?? m.history_empty()}</span>
      </dd>
    </div>
  );
}

interface EntryProps {
  entry: ActivityEntry;
  zone: string;
  /** Shown under the sentence, such as a link to the subject. */
  after?: ReactNode;
}

function Entry({ entry, zone, after }: EntryProps) {
  const more = detailsOf(entry);
  return (
    <li className={styles.entry}>
      <Actor entry={entry} />
      <div className="grow">
        <p className={styles.sentence}>
          {entry.sentence}
          {entry.actor.apiKey !== undefined && (
            <span className="muted"> · {m.apiKeys_by({ name: entry.actor.apiKey.name })}</span>
          )}
        </p>
        {more.length > 0 && (
          <dl className={styles.changes}>
            {more.map((change) => (
              <Change key={`${change.label} ${change.from} ${change.to}`} change={change} />
            ))}
          </dl>
        )}
        {after}
      </div>
      <time className={`num ${styles.time}`} dateTime={entry.at}>
        {timeText(entry.at, zone)}
      </time>
    </li>
  );
}

/** Sorted entries, grouped by the day in `zone`. */
function byDay(entries: readonly ActivityEntry[], zone: string): [string, ActivityEntry[]][] {
  const days: [string, ActivityEntry[]][] = [];
  for (const entry of entries) {
    const day = dayOfWall(wallOf(entry.at, zone));
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(entry);
    else days.push([day, [entry]]);
  }
  return days;
}

interface ActivityDaysProps {
  /** Newest first. */
  entries: readonly ActivityEntry[];
  zone: string;
  /** The heading level of the days, below the title of a page or a dialog. */
  heading: 'h2' | 'h3';
  after?: (entry: ActivityEntry) => ReactNode;
}

/** The entries of the activity log, grouped by day. */
export function ActivityDays({ entries, zone, heading: Heading, after }: ActivityDaysProps) {
  useLanguage();
  const days = useMemo(() => byDay(entries, zone), [entries, zone]);
  return days.map(([day, done]) => (
    <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
      <Heading id={`day-${day}`}>
        <time dateTime={day}>{relativeDayText(day, zone)}</time>
      </Heading>
      <ul className="plainList">
        {done.map((entry) => (
          <Entry key={entry.id} entry={entry} zone={zone} after={after?.(entry)} />
        ))}
      </ul>
    </section>
  ));
}
