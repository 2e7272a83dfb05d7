import type { JobStatus } from '@bindings';
import { useCallback } from 'react';
import { useSession } from '@/queries/accounts/session';
import { unschedule } from '@/wasm/rules';

/** Why the dates of jobs with this status may not be changed at all, in words; null when they may. */
export function useScheduleLock(): (status: JobStatus) => string | null {
  const { role, language } = useSession();
  const { companyType, userType } = role;
  return useCallback(
    (status) => unschedule({ companyType, userType }, status, language)?.message ?? null,
    [companyType, userType, language],
  );
}
