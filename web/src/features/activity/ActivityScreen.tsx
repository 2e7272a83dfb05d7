import { Button } from '@mantine/core';
import { Navigate } from 'react-router';
import type { DownloadOptions } from '@/api/download';
import { DownloadButton } from '@/components/feedback/DownloadButton';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { activityFile, useCompanyActivity } from '@/queries/activity/activity';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { ActivityDays } from '@/ui/activity/ActivityDays';
import { LoadEarlier } from '@/ui/activity/LoadEarlier';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { NothingFound } from '@/ui/feedback/NothingFound';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';

import { ActivitySearch, FilterFields, PhoneFilters } from './ActivityFilterFields';
import styles from './ActivityScreen.module.css';
import { SubjectLine } from './SubjectLine';
import { type ActivityNarrowing, useActivityFilters } from './useActivityFilters';

const company = '/app/company';

function Nothing({ narrowing: { narrowed, clear } }: { narrowing: ActivityNarrowing }) {
  if (!narrowed) return <EmptyState title={m.history_none()}>{m.history_noneHint()}</EmptyState>;
  return (
    <NothingFound title={m.activity_noneFound()} clear={m.activity_clear()} onClear={clear}>
      {m.activity_noneFoundHint()}
    </NothingFound>
  );
}

function Log({ narrowing }: { narrowing: ActivityNarrowing }) {
  const zone = useCompanyZone();
  const log = useCompanyActivity(narrowing.applied);
  const entries = log.data?.pages.flatMap(({ activity }) => activity);
  if (entries === undefined)
    return log.error === null ? (
      <SkeletonCards count={6} height={56} />
    ) : (
      <EmptyState
        art="search"
        title={log.error.message}
        action={
          <div className="row">
            <Button loading={log.isFetching} onClick={() => void log.refetch()}>
              {m.jobs_retry()}
            </Button>
            {narrowing.narrowed && (
              <Button variant="default" onClick={narrowing.clear}>
                {m.activity_clear()}
              </Button>
            )}
          </div>
        }
      >
        {m.common_tryAgain()}
      </EmptyState>
    );
  return (
    <>
      <RefetchIndicator when={log.isFetching && !log.isFetchingNextPage} />
      {entries.length === 0 ? (
        <Nothing narrowing={narrowing} />
      ) : (
        <>
          <ActivityDays
            heading="h2"
            entries={entries}
            zone={zone}
            after={(entry) => <SubjectLine entry={entry} />}
          />
          <LoadEarlier
            more={log.hasNextPage}
            loading={log.isFetchingNextPage}
            failed={log.isFetchNextPageError}
            onMore={() => void log.fetchNextPage()}
          />
        </>
      )}
      <p className="spoken" role="status">
        {!log.isPlaceholderData &&
          (log.hasNextPage
            ? m.activity_foundMore({ count: entries.length })
            : m.activity_found({ count: entries.length }))}
      </p>
    </>
  );
}

function Activity() {
  const phone = usePhone();
  const narrowing = useActivityFilters();
  /** Every page of the filtered log. */
  const saved = (options: DownloadOptions) => activityFile(narrowing.applied, options);
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle
        title={m.activity_title()}
        before={<BackArrow label={m.activity_back()} to={company} desktop />}
        back={<BackArrow label={m.activity_back()} to={company} />}
        actions={<DownloadButton label={m.activity_export()} fetched={saved} />}
        phoneActions={
          <>
            <DownloadButton label={m.activity_export()} fetched={saved} icon="onSlate" />
            <PhoneFilters narrowing={narrowing} />
          </>
        }
        phoneRow={<ActivitySearch narrowing={narrowing} />}
      />
      <div className={`card ${styles.card}`}>
        {!phone && (
          <div className={styles.toolbar} data-narrowed={narrowing.narrowed || undefined}>
            <ActivitySearch narrowing={narrowing} />
            <FilterFields narrowing={narrowing} />
            {narrowing.narrowed && (
              <Button variant="subtle" color="gray" onClick={narrowing.clear}>
                {m.activity_clear()}
              </Button>
            )}
          </div>
        )}
        <div className={styles.log}>
          <Log narrowing={narrowing} />
        </div>
      </div>
    </div>
  );
}

/** `/app/company/activity`: who did what in the company. For its admins only. */
export function ActivityScreen() {
  const { may } = useSession();
  return may('company.edit') ? <Activity /> : <Navigate to={company} replace />;
}
