import type { Today } from '@bindings';
import {
  IconAlertTriangle,
  IconCalendarOff,
  IconCircleCheck,
  IconClockHour4,
  IconFileAlert,
  IconMessage,
  IconPackage,
  IconPlugConnected,
  IconSignature,
} from '@tabler/icons-react';
import { type ComponentType, useMemo } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useJobs } from '@/queries/jobs/jobs';
import { usePhone } from '@/ui/theme/usePhone';
import styles from './Today.module.css';
import { type WaitingGroup, type WaitingKind, waitingGroups } from './waitingGroups';

/** So many of a kind are listed; the link to all of them says how many there are. */
const listed = 3;

const icons: Record<WaitingKind, ComponentType<{ size: number; 'aria-hidden': boolean }>> = {
  overdue: IconAlertTriangle,
  assignments: IconClockHour4,
  connections: IconPlugConnected,
  signatures: IconSignature,
  orders: IconPackage,
  unscheduled: IconCalendarOff,
  papers: IconFileAlert,
  unread: IconMessage,
};

function Group({ kind, title, count, items, to }: WaitingGroup) {
  const Icon = icons[kind];
  return (
    <li className={styles.group} data-kind={kind}>
      <Link to={to} className={styles.kind}>
        <Icon size={18} aria-hidden />
        <span className="grow">{title}</span> <b className="num">{count}</b>
      </Link>
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.slice(0, listed).map((item) => (
            <li key={item.key}>
              <Link to={item.to} className={styles.item}>
                <span className="trunc grow">{item.text}</span>{' '}
                {item.note !== null && <span className={`num ${styles.note}`}>{item.note}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The titles of the company's jobs, which orders are known by. Until they have loaded, orders show their number. */
function useJobTitles({ waiting: { signatures, orders } }: Today) {
  const { jobs } = useJobs({}, signatures.length + orders.length > 0);
  return useMemo(() => new Map((jobs ?? []).map(({ id, title }) => [id, title])), [jobs]);
}

/** What waits for the user, by kind, the most urgent first. */
export function WaitingList({ today }: { today: Today }) {
  const groups = waitingGroups(today, usePhone(), useJobTitles(today));
  return (
    <section aria-label={m.today_waiting()}>
      <h3 className={styles.part}>{m.today_waiting()}</h3>
      {groups.length === 0 ? (
        <p className={styles.calm}>
          <IconCircleCheck size={18} aria-hidden />
          {m.today_nothingWaits()}
        </p>
      ) : (
        <ul className={styles.groups}>
          {groups.map((group) => (
            <Group key={group.kind} {...group} />
          ))}
        </ul>
      )}
    </section>
  );
}
