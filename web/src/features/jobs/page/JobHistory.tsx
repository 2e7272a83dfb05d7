import type { Job } from '@bindings';
import { m } from '@/i18n';
import { useJobHistory } from '@/queries/activity/activity';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { ActivityDays } from '@/ui/activity/ActivityDays';
import { LoadEarlier } from '@/ui/activity/LoadEarlier';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';

import styles from './JobHistory.module.css';

/** The activity of a job that the user may see. Fetched only while it is shown. */
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
      <LoadFailure why={error.message} onRetry={refetch} />
    );
  if (entries.length === 0) return <EmptyState title={m.history_none()}>{m.history_noneHint()}</EmptyState>;
  return (
    // Nothing in the log can be focused, so the log itself is focusable, to be scrolled by keyboard.
    <section
      className={styles.history}
      aria-label={m.history_tab()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- the same.
    >
      <ActivityDays heading="h3" entries={entries} zone={zone} />
      <LoadEarlier
        more={hasNextPage}
        loading={isFetchingNextPage}
        failed={isFetchNextPageError}
        onMore={() => void fetchNextPage()}
      />
    </section>
  );
}
