/** Which jobs the list shows, and in which order. Finding is the domain's, ordering is a matter of the page. */
import type { Assignment, CrewDisplay, Job } from '@bindings';
import { useDeferredValue, useMemo } from 'react';
import { locale, useLanguage } from '@/i18n';
import { crewDisplay, JobIndex } from '@/wasm/rules';
import { useRules } from '@/wasm/useRules';
import { jobAddress } from '../jobText';
import { anyLocation, type JobColumn, type JobFilters, type JobTab, tabs } from './jobFilters';

const assignment = (job: Job): Assignment => ({
  isCustom: job.isCustom,
  customSubcontractorName: job.customSubcontractorName,
  customCrewMemberName: job.customCrewMemberName,
  companyInfo: job.companyInfo,
  assignedToCompanyId: job.assignedToCompanyId,
  assignedToUserInfo: job.assignedToUserInfo,
  isAcceptedBySub: job.isAcceptedBySub,
});

/** Thousands of jobs share a few crews, so the rule is called once for each crew and not for each job. */
function crewNames(): (job: Job) => CrewDisplay {
  const known = new Map<string, CrewDisplay>();
  return (job) => {
    const assigned = assignment(job);
    const key = JSON.stringify(assigned);
    const display = known.get(key) ?? crewDisplay(assigned);
    known.set(key, display);
    return display;
  };
}

/** What each job has in the column; null is nothing. */
function words(jobs: readonly Job[], column: JobColumn): (string | null)[] {
  const names = crewNames();
  const keys: Record<JobColumn, (job: Job) => string | null> = {
    title: ({ title }) => title,
    address: jobAddress,
    crew: (job) => names(job).crew,
    lead: (job) => names(job).crewLead,
    start: ({ startDate }) => startDate,
    end: ({ endDate }) => endDate,
  };
  return jobs.map(keys[column]);
}

/** The rank of each job in the order; jobs without a value in the column are last in both directions. */
export function sortRanks(
  jobs: readonly Job[],
  column: JobColumn,
  descending: boolean,
  language: string,
): Uint32Array {
  const said = words(jobs, column);
  const day = column === 'start' || column === 'end';
  // Days are compared as they are: what knows letters takes a phone a while to make.
  const compare = day
    ? (one: string, other: string) => (one < other ? -1 : 1)
    : new Intl.Collator(language, { numeric: true, sensitivity: 'base' }).compare;
  const way = descending ? -1 : 1;
  const order = jobs.map((_, at) => at);
  order.sort((a, b) => {
    const [one, other] = [said[a] ?? null, said[b] ?? null];
    if (one === other) return a - b;
    if (one === null || other === null) return one === null ? 1 : -1;
    return way * compare(one, other) || a - b;
  });
  const rank = new Uint32Array(jobs.length);
  order.forEach((at, place) => {
    rank[at] = place;
  });
  return rank;
}

const asksRules = (column: JobColumn): boolean => column === 'crew' || column === 'lead';

/** The filter of the domain: a tab is a status, except the one for jobs without dates. */
function find(index: JobIndex, tab: JobTab, query: string, location: string): Uint32Array {
  return tab === 'unscheduled'
    ? index.search(query, 'all', location, null, null, false)
    : index.search(query, tab, location, null, null);
}

/**
 * The filtered and sorted jobs, the count of each tab, and the locations. Undefined until there are jobs. Before the
 * rules have loaded all jobs are shown, in any order that needs no rule; filters wait for the rules.
 */
export function useShownJobs(fetched: Job[] | undefined, filters: JobFilters) {
  const { tab, query, location, sort, narrowed } = filters;
  const language = useLanguage();
  const rules = useRules();
  // Typing must stay quick while thousands of jobs are looked through.
  const jobs = useDeferredValue(fetched);
  const asked = useDeferredValue(query);
  const { column, descending } = sort;

  const index = useMemo(() => (rules && jobs ? new JobIndex(jobs) : undefined), [jobs, rules]);
  const places = useMemo(() => index?.locations() ?? [], [index]);
  const rank = useMemo(
    () =>
      (rules || !asksRules(column)) && jobs
        ? sortRanks(jobs, column, descending, locale(language))
        : undefined,
    [jobs, column, descending, language, rules],
  );
  // A city that is in the address but not in the list would show nothing and could not be chosen away.
  const place = places.includes(location) ? location : anyLocation;

  const counts = useMemo(
    () =>
      index &&
      (Object.fromEntries(tabs.map((each) => [each, find(index, each, asked, place).length])) as Record<
        JobTab,
        number
      >),
    [index, asked, place],
  );
  const shown = useMemo(() => {
    if (jobs === undefined || rank === undefined || (index === undefined && narrowed)) return undefined;
    const found = index === undefined ? jobs.map((_, at) => at) : find(index, tab, asked, place);
    found.sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0));
    return Array.from(found, (at) => jobs[at]).filter((job) => job !== undefined);
  }, [jobs, index, rank, tab, asked, place, narrowed]);

  // Filters and some orders are found by the rules: until they have loaded, nothing can be shown.
  const waitsForRules = !rules && (narrowed || asksRules(column));
  return { shown, counts, places, place, waitsForRules };
}
