import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { useJobHistory } from '@/session/activity';
import { useCompanyZone } from '@/session/timeZone';
import { ActivityDays } from '@/ui/activity/ActivityDays';
import { Earlier } from '@/ui/activity/Earlier';
import { EmptyState } from '@/ui/EmptyState';
import { SkeletonCards } from '@/ui/Skeletons';

import styles from './JobHistory.module.css';

/** Who did what to the job, as far as this reader may know it. It is asked for only while it is looked at. */
export function JobHistory({ job, shown }: { job: Job; shown: boolean }) {
  const zone = useCompanyZone();
  const history = useJobHistory(job.id, shown);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    history;
  const entries = data?.pages.flatMap((page) => page.activity);
  if (entries === undefined)
    return error === null ? (
      <SkeletonCards count={4} height={56} />
    ) : (
      <EmptyState
        title={error.message}
        action={<Button onClick={() => void refetch()}>{m.jobs_retry()}</Button>}
      >
        {m.common_tryAgain()}
      </EmptyState>
    );
  if (entries.length === 0) return <EmptyState title={m.history_none()}>{m.history_noneHint()}</EmptyState>;
  return (
    // There is nothing to press among what happened: to scroll it, a keyboard has to come here.
    <section
      className={styles.history}
      aria-label={m.history_tab()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- the same.
    >
      <ActivityDays heading="h3" entries={entries} zone={zone} />
      <Earlier
        more={hasNextPage}
        loading={isFetchingNextPage}
        failed={isFetchNextPageError}
        onMore={() => void fetchNextPage()}
      />
    </section>
  );
}
