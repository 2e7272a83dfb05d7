import type { Notification } from '@bindings';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useMarkShownAsSeen, useNotifications } from '@/queries/notifications/notifications';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { agoText } from '@/ui/dates/times';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { limits } from '@/wasm/rules';

import styles from './Notifications.module.css';

interface RowProps {
  notification: Notification;
  /** Whether the row above has the same subject. */
  more: boolean;
  fresh: boolean;
  onLeave: () => void;
}

/** One notification; the whole row is a link to its subject. */
function Row({ notification, more, fresh, onLeave }: RowProps) {
  const { company } = useSession();
  const { title, content, route, image, dateInserted } = notification;
  return (
    <li className={styles.row} data-new={fresh || undefined} data-more={more || undefined}>
      {!more && <CompanyLogo name={content} url={image} size={38} />}
      <div className="grow">
        <div className={styles.line}>
          <Link to={route} className={`rowTarget ${styles.title}`} data-notification onClick={onLeave}>
            {title}
            {fresh && <span className="spoken">, {m.notices_new()}</span>}
          </Link>
          <time className={styles.ago} dateTime={dateInserted}>
            {agoText(dateInserted, company.timeZone)}
          </time>
          {fresh && <span className={styles.freshDot} aria-hidden />}
        </div>
        <p className={styles.content}>{content}</p>
      </div>
    </li>
  );
}

/** Groups notifications about one job at the position of the newest. */
function bySubject(all: readonly Notification[]): Notification[] {
  const groups = new Map<string, Notification[]>();
  for (const each of all) groups.set(each.subject, [...(groups.get(each.subject) ?? []), each]);
  return [...groups.values()].flat();
}

interface PanelProps {
  onLeave: () => void;
  /** Called once it is rendered. */
  onDrawn: () => void;
}

/**
 * The panel of the bell: notifications grouped by job, newest first. Opening it marks them as seen; new ones stay
 * highlighted while it is open.
 */
export function NotificationPanel({ onLeave, onDrawn }: PanelProps) {
  useEffect(onDrawn, [onDrawn]);
  const { data, error, isFetching, refetch } = useNotifications();
  const fresh = useMarkShownAsSeen();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const marked = new Set([...fresh].filter((id) => !dismissed.has(id)));

  const body =
    data === undefined ? (
      error === null ? (
        <div className={styles.none}>
          <SkeletonCards count={3} height={56} />
        </div>
      ) : (
        <div className={styles.none} role="alert">
          <p>{error.message}</p>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            {m.notices_retry()}
          </Button>
        </div>
      )
    ) : data.length === 0 ? (
      <p className={styles.none}>{m.notices_none()}</p>
    ) : (
      <>
        <ul className="plainList">
          {bySubject(data).map((notification, at, rows) => (
            <Row
              key={notification.id}
              notification={notification}
              more={rows[at - 1]?.subject === notification.subject}
              fresh={marked.has(notification.id)}
              onLeave={onLeave}
            />
          ))}
        </ul>
        <p className={styles.older}>
          {data.length < limits().notifications
            ? m.notices_noOlder()
            : m.notices_onlyNewest({ count: data.length })}
        </p>
      </>
    );

  return (
    <>
      <div className={styles.head}>
        <h2 className="grow">{m.notices_title()}</h2>
        {marked.size > 0 && (
          <Button variant="subtle" onClick={() => setDismissed(fresh)}>
            {m.notices_markSeen()}
          </Button>
        )}
      </div>
      <div className={styles.scroll}>{body}</div>
    </>
  );
}
