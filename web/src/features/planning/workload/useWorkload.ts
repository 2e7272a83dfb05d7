import type { Lane } from '@bindings';
import { useMemo } from 'react';
import { useSession } from '@/queries/accounts/session';
import { useConnections } from '@/queries/connections';
import { useCrews } from '@/queries/crews';
import { useJobs } from '@/queries/jobs/jobs';
import { useLaneGrouping } from '@/queries/jobs/overlaps';
import { useAvailability } from '@/queries/planning/availability';
import { useCapacity, useCrewCount, useDaysOff } from '@/queries/planning/capacity';
import { useWorkCalendar, useWorkdays } from '@/queries/planning/workdays';
import { companyToday } from '@/ui/dates/companyDay';

import { nextWeeks, weeklyWorkload } from './weeklyWorkload';

const none: readonly never[] = [];

/** Own crews and connected subcontractors, who are shown without a job, too. */
function useLanes(): readonly Lane[] {
  const { company } = useSession();
  const { data: crews } = useCrews();
  const { data: connections } = useConnections();
  return useMemo(() => {
    if (company.companyType !== 'contractor') return none;
    const partners = (connections ?? none).flatMap(
      ({ accepted, companyDetails: { id, name, companyType } }) =>
        accepted && companyType === 'subcontractor'
          ? [{ key: `subcontractor:${id}`, kind: 'subcontractor' as const, name }]
          : [],
    );
    const own = (crews ?? none).map(({ id, name }) => ({ key: `crew:${id}`, kind: 'crew' as const, name }));
    return [...partners, ...own];
  }, [company.companyType, connections, crews]);
}

/** The load of the next weeks; undefined until everything has loaded that it is counted with. */
export function useWorkload() {
  const today = companyToday();
  const weeks = useMemo(() => nextWeeks(today), [today]);
  const range = useMemo(
    () => ({ from: weeks[0]?.from ?? today, to: weeks.at(-1)?.to ?? today }),
    [weeks, today],
  );
  const list = useJobs(range);
  const { jobs: withoutDays } = useJobs({ unscheduled: true });
  const workdays = useWorkdays();
  const calendar = useWorkCalendar();
  const capacity = useCapacity();
  const crews = useCrewCount();
  const daysOff = useDaysOff();
  const companies = useAvailability(range);
  const ownCompany = useLaneGrouping();
  const lanes = useLanes();

  const load = useMemo(() => {
    if (list.jobs === undefined || calendar === null) return undefined;
    if (crews === undefined || daysOff.data === undefined) return undefined;
    return weeklyWorkload({
      jobs: list.jobs,
      lanes,
      weeks,
      calendar,
      daysOff: daysOff.data.map(({ from, to }) => ({ startDate: from, endDate: to })),
      crews,
      companies: companies ?? new Map(),
      ownCompany,
    });
  }, [list.jobs, lanes, weeks, calendar, crews, daysOff.data, companies, ownCompany]);

  const parts = [list, workdays, capacity, daysOff];
  return {
    weeks,
    load,
    /** The active jobs that have no days yet. */
    withoutDays: withoutDays?.filter(({ status }) => status === 'active').length ?? 0,
    error: load === undefined ? (parts.find(({ error }) => error !== null)?.error ?? null) : null,
    isFetching: parts.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(parts.map(({ refetch }) => refetch())),
  };
}
