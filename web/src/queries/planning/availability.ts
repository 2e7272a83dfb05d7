/**
 * Which connected subcontractors are free on which days. One answer holds a visible range of days for all of them, so
 * that a drag asks nothing; ranges that nobody looks at are forgotten after two minutes.
 */
import type { Availability, AvailableDay, CompanyId, Connection, ConnectionId } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { withQuery } from '@/api/queryString';
import { useSession } from '@/queries/accounts/session';
import { useConnections } from '@/queries/connections';
import { limits } from '@/wasm/rules';

/** The days of each company. */
export type CompanyDays = ReadonlyMap<CompanyId, readonly AvailableDay[]>;

export interface DayRange {
  from: string;
  to: string;
}

const acceptedSubcontractors = (connections: readonly Connection[]): ConnectionId[] =>
  connections
    .filter(({ accepted, companyDetails }) => accepted && companyDetails.companyType === 'subcontractor')
    .map(({ id }) => id);

async function fetchDays({ from, to }: DayRange, ids: readonly ConnectionId[]): Promise<Availability[]> {
  const { availabilityCompanies: most } = limits();
  const parts = Array.from({ length: Math.ceil(ids.length / most) }, (_, at) =>
    ids.slice(at * most, (at + 1) * most),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      call<{ companies: Availability[] }>(
        'GET',
        withQuery('/api/availability', { from, to, connections: part.join(',') }),
      ),
    ),
  );
  return answers.flatMap(({ companies }) => companies);
}

/**
 * The days of all connected subcontractors in a range of at most 92 days; undefined until there is an answer, and for
 * whoever may not schedule.
 */
export function useAvailability(range: DayRange): CompanyDays | undefined {
  const { may } = useSession();
  const { data: connections } = useConnections();
  const ids = useMemo(() => acceptedSubcontractors(connections ?? []), [connections]);
  const { data } = useQuery({
    queryKey: ['availability', range, ids],
    queryFn: () => fetchDays(range, ids),
    enabled: ids.length > 0 && may('jobs.schedule'),
    staleTime: 60_000,
    gcTime: 120_000,
    // Without it the calendar works as before.
    retry: false,
  });
  return useMemo(
    () => data && new Map(data.map(({ companyId, days }) => [companyId, days] as const)),
    [data],
  );
}
