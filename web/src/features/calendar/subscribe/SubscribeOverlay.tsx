import type { Feed } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useFeed, useFeedChanges } from '@/queries/calendar/calendarFeed';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { dayText } from '@/ui/dates/dates';
import { timeText } from '@/ui/dates/times';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { CopyTextButton } from '@/ui/inputs/CopyTextButton';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { Overlay } from '@/ui/overlays/Overlay';
import { confirm } from '@/ui/overlays/popups';

import { useCalendarView } from '../useCalendarView';
import styles from './SubscribeOverlay.module.css';

/** The new address, while it is shown. */
function Address({ url }: { url: string }) {
  return (
    <div className={styles.part}>
      <div className={styles.line}>
        <TextInput
          label={m.calendar_subscribeAddress()}
          className="grow"
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyTextButton text={url} />
      </div>
      <p className="dim">{m.calendar_subscribeSecret()}</p>
      <Button
        component="a"
        href={url.replace(/^https?:/, 'webcal:')}
        leftSection={<IconCalendarShare size={18} aria-hidden />}
      >
        {m.calendar_subscribeOpen()}
      </Button>
    </div>
  );
}

/** When the address was created, and when a calendar last read it. */
function Since({ feed }: { feed: Feed }) {
  const zone = useCompanyZone();
  if (feed.dateInserted === null) return null;
  const date = dayText(dayOfWall(wallOf(feed.dateInserted, zone)));
  const read = feed.lastRead;
  return (
    <p>
      {m.calendar_subscribeMade({ date })}{' '}
      {read === null
        ? m.calendar_subscribeNeverRead()
        : m.calendar_subscribeRead({
            when: `${dayText(dayOfWall(wallOf(read, zone)))}, ${timeText(read, zone)}`,
          })}
    </p>
  );
}

/** Creates, replaces and deletes the address at which a calendar app reads what this user sees. */
export function SubscribeOverlay() {
  const { home } = useCalendarView();
  const leave = useCloseOverlay();
  const { data: feed, error, refetch } = useFeed();
  const { made, make, revoke, busy } = useFeedChanges();
  const exists = feed !== undefined && feed.dateInserted !== null;

  const confirmChange = (body: string) =>
    confirm({ body, confirmLabel: m.calendar_subscribeYes(), danger: true });
  const create = async () => {
    if (exists && !(await confirmChange(m.calendar_subscribeAnewSure()))) return;
    await runWithToast(make, m.calendar_subscribeSecret());
  };
  const deleteIt = async () => {
    if (await confirmChange(m.calendar_subscribeRevokeSure()))
      await runWithToast(revoke, m.calendar_subscribeRevoked());
  };

  return (
    <Overlay title={m.calendar_subscribeTitle()} size={560} onClose={() => leave(home)}>
      <div className={styles.part}>
        <p>{m.calendar_subscribeWhat()}</p>
        {feed === undefined && error === null && <SkeletonCards count={1} height={60} />}
        {feed === undefined && error !== null && (
          <LoadFailure why={error.message} retry={m.calendar_tryAgain()} onRetry={refetch} />
        )}
        {feed !== undefined && <Since feed={feed} />}
        {made !== null && <Address url={made} />}
        {feed !== undefined && (
          <div className={styles.ways}>
            <Button variant={exists ? 'default' : 'filled'} loading={busy} onClick={() => void create()}>
              {exists ? m.calendar_subscribeAnew() : m.calendar_subscribeMake()}
            </Button>
            {exists && (
              <Button variant="outline" color="crimson" disabled={busy} onClick={() => void deleteIt()}>
                {m.calendar_subscribeRevoke()}
              </Button>
            )}
          </div>
        )}
      </div>
    </Overlay>
  );
}
