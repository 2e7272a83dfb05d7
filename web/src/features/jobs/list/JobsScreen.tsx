import type { Role } from '@bindings';
import { Button } from '@mantine/core';
import { useDeferredValue, useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobs } from '@/queries/jobs/jobs';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { NothingFound } from '@/ui/feedback/NothingFound';
import { SearchField } from '@/ui/inputs/SearchField';
import { PageTitle } from '@/ui/layout/PageTitle';
import { deferred, pressHandlers } from '@/ui/loading/deferred';
import { usePhone } from '@/ui/theme/usePhone';
import { reportListRendered } from '@/wasm/firstListPaint';
import { useRules } from '@/wasm/useRules';

import { FiltersButton } from './FiltersButton';
import { JobsPhone } from './JobsPhone';
import styles from './JobsScreen.module.css';
import { anyLocation, type JobFilters, type JobTab, useJobFilters } from './jobFilters';
import { MoreButton } from './MoreButton';
import { useShownJobs } from './useShownJobs';

// A phone has no table, and rarely opens filters and menu, so these are lazy.
const JobsDesktop = deferred(async () => (await import('./JobsDesktop')).JobsDesktop, { desktopOnly: true });
const DesktopActions = deferred(async () => (await import('./JobsDesktop')).DesktopActions, {
  desktopOnly: true,
});
const MoreMenu = deferred(async () => (await import('./MoreLinks')).MoreMenu);
// Only subcontractors are offered jobs.
const ReceivedOffers = deferred(
  async () => (await import('@/components/planning/offers/ReceivedOffers')).ReceivedOffers,
);
const PhoneFilters = deferred(async () => (await import('./PhoneFilters')).PhoneFilters);

function Search({ query, setQuery, settleQuery }: Pick<JobFilters, 'query' | 'setQuery' | 'settleQuery'>) {
  return (
    <SearchField
      className={styles.search ?? ''}
      label={m.jobs_searchLabel()}
      placeholder={m.jobs_search()}
      query={query}
      setQuery={setQuery}
      onBlur={settleQuery}
    />
  );
}

/** The hint for an empty list, for users who cannot create jobs. */
function noneYet({ companyType, userType }: Role): string {
  if (userType === 'foreman' || userType === 'salesman') return m.jobs_noneYetAssigned();
  return companyType === 'subcontractor' ? m.jobs_noneYetOffered() : m.jobs_noneYetReader();
}

interface NothingProps {
  filters: JobFilters;
  /** There are jobs, but the filters match none. */
  hasJobs: boolean;
  counts: Record<JobTab, number> | undefined;
}

/** The empty state. */
function Nothing({ filters, hasJobs, counts }: NothingProps) {
  const { may, role } = useSession();
  const { search } = useLocation();
  const elsewhere = counts?.all ?? 0;
  if (elsewhere > 0)
    return (
      <NothingFound
        title={m.jobs_none()}
        clear={m.jobs_showAll({ count: elsewhere })}
        onClear={() => filters.setTab('all')}
      >
        {m.jobs_noneHere()}
      </NothingFound>
    );
  if (filters.narrowed && hasJobs)
    return (
      <NothingFound title={m.jobs_none()} clear={m.jobs_clearFilters()} onClear={filters.clear}>
        {filters.query.trim() === '' ? m.jobs_noneFiltered() : m.jobs_noneFound()}
      </NothingFound>
    );
  return may('jobs.create') ? (
    <EmptyState
      title={m.jobs_none()}
      action={
        <Button component={Link} to={{ pathname: '/app/jobs/new', search }}>
          {m.jobs_new()}
        </Button>
      }
    >
      {m.jobs_noneYet()}
    </EmptyState>
  ) : (
    <EmptyState title={m.jobs_none()}>{noneYet(role)}</EmptyState>
  );
}

/** `/app/jobs`: every job of the company, to search, filter and sort. Job page and new-job form open over it. */
export function JobsScreen() {
  const { may } = useSession();
  const phone = usePhone();
  const rules = useRules();
  const filters = useJobFilters();
  const { jobs, isError, isFetching, refetch } = useJobs();
  const { shown, rows, counts, places, place, waitsForRules } = useShownJobs(jobs, filters);

  // Many cards render in a transition: typing and taps have priority.
  const later = useDeferredValue(rows);
  const listed = later?.length === 0 ? rows : later;

  const [pressed, setPressed] = useState<'filters' | 'places'>();

  const failed = jobs === undefined && isError;
  const empty = shown !== undefined && shown.length === 0;
  useEffect(() => {
    // No rows will be rendered in these cases, or filters wait for the rules.
    if (failed || empty || !phone || waitsForRules) reportListRendered();
  }, [failed, empty, phone, waitsForRules]);
  const narrowing = { ...filters, counts, places, location: place };

  // The texts and buttons of these states depend on the rules.
  const body = !rules ? null : failed ? (
    <EmptyState
      art="search"
      title={notice('jobsFetchFailed')}
      action={<Button onClick={() => void refetch()}>{m.jobs_retry()}</Button>}
    />
  ) : empty ? (
    <Nothing filters={filters} hasJobs={jobs !== undefined && jobs.length > 0} counts={counts} />
  ) : null;

  return (
    <div className="page filled">
      <PageTitle
        title={m.jobs_title()}
        actions={phone ? undefined : <DesktopActions />}
        phoneRow={
          <div className={styles.phoneTools}>
            <Search {...filters} />
            <PhoneFilters
              {...narrowing}
              pressed={pressed === 'filters'}
              fallback={
                <FiltersButton
                  narrowed={place !== anyLocation}
                  {...pressHandlers(() => setPressed('filters'))}
                />
              }
            />
            <MoreMenu
              pressed={pressed === 'places'}
              jobs={rules ? shown : undefined}
              fallback={<MoreButton {...pressHandlers(() => setPressed('places'))} />}
            />
          </div>
        }
      />
      {rules && may('jobs.acceptDecline') && <ReceivedOffers />}
      {phone ? (
        <JobsPhone narrowing={narrowing} jobs={shown} rows={listed} instead={body} />
      ) : (
        <JobsDesktop
          narrowing={narrowing}
          search={<Search {...filters} />}
          jobs={rules ? shown : undefined}
          rows={rules ? rows : undefined}
          refetching={isFetching && jobs !== undefined}
          instead={body}
        />
      )}
      <p className="spoken" role="status">
        {shown !== undefined && m.jobs_found({ count: shown.length })}
      </p>
      <Outlet />
    </div>
  );
}
