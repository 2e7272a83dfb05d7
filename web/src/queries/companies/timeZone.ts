/** The time zone of a company's appointments: everyone sees the same time, wherever their browser is. */
import type { Company, SetTimeZone } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { explainFailure } from '@/queries/mutations/request';

/** The zone of the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const known = new Map<string, boolean>();

/** Does this browser support the zone? An old one may not know a new name. */
function isKnown(zone: string): boolean {
  const before = known.get(zone);
  if (before !== undefined) return before;
  let supported = true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
  } catch {
    supported = false;
  }
  known.set(zone, supported);
  return supported;
}

/** The zone of the company, or the browser's if it does not support that. */
export const zoneOf = ({ timeZone }: Company): string =>
  timeZone && isKnown(timeZone) ? timeZone : browserZone();

/** The zone that all times of appointments are shown and entered in. */
export const useCompanyZone = (): string => zoneOf(useSession().company);

/** The common US zones first, from east to west. */
const first = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** Every zone that can be chosen, each once, the current one included. */
export const zones = (current: string): string[] => [
  ...new Set([...first, current, ...Intl.supportedValuesOf('timeZone')]),
];

/** Changes the time zone of the company: its appointments keep their instants and show at other times. For admins. */
export function useZoneChange() {
  const { amend } = useSession();
  const queries = useQueryClient();
  return useCallback(
    async (timeZone: string): Promise<void> => {
      try {
        const form: SetTimeZone = { timeZone };
        const { company } = await call<{ company: Company }>('PUT', '/api/company/timeZone', form);
        amend({ company });
        queries.setQueryData(['company', company.id], company);
      } catch (failure) {
        throw explainFailure(failure, 'notSaved');
      }
    },
    [amend, queries],
  );
}
