/** Filters and sorts the list of jobs. The domain filters, the page sorts. */
import type { Assignment, CrewDisplay, Job } from '@bindings';
import { useDeferredValue, useMemo } from 'react';
import { locale, useLanguage } from '@/i18n';
import { companyToday } from '@/ui/dates/companyDay';
import { crewDisplay, JobIndex } from '@/wasm/rules';
import { useRules } from '@/wasm/useRules';
import { jobAddress } from '../jobText';
import { anyLocation, type JobColumn, type JobFilters, type JobTab, tabs } from './jobFilters';
import { groupRows, isHeading, type JobRow } from './jobGroups';

const assignment = (job: Job): Assignment => ({
  isCustom: job.isCustom,
  customSubcontractorName: job.customSubcontractorName,
  customCrewMemberName: job.customCrewMemberName,
  companyInfo: job.companyInfo,
  assignedToCompanyId: job.assignedToCompanyId,
  assignedToUserInfo: job.assignedToUserInfo,
  isAcceptedBySub: job.isAcceptedBySub,
});

/** Thousands of jobs share a few crews, so the rule is called once per crew, not per job. */
function crewNames(): (job: Job) => CrewDisplay {
  const cache = new Map<string, CrewDisplay>();
  return (job) => {
    const assigned = assignment(job);
    const key = JSON.stringify(assigned);
    const display = cache.get(key) ?? crewDisplay(assigned);
    cache.set(key, display);
    return display;
  };
}

/** The value of each job in the column; null if it has none. */
function columnValues(jobs: readonly Job[], column: JobColumn): (string | null)[] {
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
  const values = columnValues(jobs, column);
  const day = column === 'start' || column === 'end';
  // ISO dates compare as plain strings; a collator takes a phone long to create.
  const compare = day
    ? (one: string, other: string) => (one < other ? -1 : 1)
    : new Intl.Collator(language, { numeric: true, sensitivity: 'base' }).compare;
  const direction = descending ? -1 : 1;
  const order = jobs.map((_, at) => at);
  order.sort((a, b) => {
    const [one, other] = [values[a] ?? null, values[b] ?? null];
    if (one === other) return a - b;
    if (one === null || other === null) return one === null ? 1 : -1;
    return direction * compare(one, other) || a - b;
  });
  const rank = new Uint32Array(jobs.length);
  order.forEach((at, place) => {
    rank[at] = place;
  });
  return rank;
}

const needsRules = (column: JobColumn): boolean => column === 'crew' || column === 'lead';

/** The filter of the domain: a tab is a status, except the one for jobs without dates. */
function find(index: JobIndex, tab: JobTab, query: string, location: string): Uint32Array {
  return tab === 'unscheduled'
    ? index.search(query, 'all', location, null, null, false)
    : index.search(query, tab, location, null, null);
}

/** The positions of the active jobs, as the domain finds them; known before the rules have loaded. */
const active = (jobs: readonly Job[]): number[] =>
  jobs.flatMap(({ status }, at) => (status === 'active' ? [at] : []));

/**
 * The filtered and sorted jobs, the count of each tab, and the locations. Undefined until there are jobs. Before the
 * rules have loaded all active jobs are shown, in any order that needs no rule; filters wait for the rules. `rows` are
 * the jobs with the headings of their groups: active jobs in the order of their days have some.
 */
export function useShownJobs(fetched: Job[] | undefined, filters: JobFilters) {
  const { tab, query, location, sort, narrowed } = filters;
  const language = useLanguage();
  const rules = useRules();
  // Typing must stay responsive while thousands of jobs are searched.
  const jobs = useDeferredValue(fetched);
  const deferred = useDeferredValue(query);
  const { column, descending } = sort;

  const index = useMemo(() => (rules && jobs ? new JobIndex(jobs) : undefined), [jobs, rules]);
  const places = useMemo(() => index?.locations() ?? [], [index]);
  const rank = useMemo(
    () =>
      (rules || !needsRules(column)) && jobs
        ? sortRanks(jobs, column, descending, locale(language))
        : undefined,
    [jobs, column, descending, language, rules],
  );
  // A city in the address that is not among the locations would match no job, and its filter could not be cleared.
  const place = places.includes(location) ? location : anyLocation;

  const counts = useMemo(
    () =>
      index &&
      (Object.fromEntries(tabs.map((each) => [each, find(index, each, deferred, place).length])) as Record<
        JobTab,
        number
      >),
    [index, deferred, place],
  );
  const shown = useMemo(() => {
    if (jobs === undefined || rank === undefined || (index === undefined && narrowed)) return undefined;
    const found = index === undefined ? active(jobs) : find(index, tab, deferred, place);
    found.sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0));
    return Array.from(found, (at) => jobs[at]).filter((job) => job !== undefined);
  }, [jobs, index, rank, tab, deferred, place, narrowed]);

  const today = companyToday();
  const isGrouped = tab === 'active' && column === 'start' && !descending;
  const rows = useMemo<JobRow[] | undefined>(
    () => (shown !== undefined && isGrouped ? groupRows(shown, today) : shown),
    [shown, isGrouped, today],
  );
  const listed = useMemo(() => rows?.flatMap((row) => (isHeading(row) ? [] : [row])), [rows]);
  // Filters and some sort orders need the rules: until they have loaded, nothing can be shown.
  const waitsForRules = !rules && (narrowed || needsRules(column));
  return { shown: listed, rows, counts, places, place, waitsForRules };
}
