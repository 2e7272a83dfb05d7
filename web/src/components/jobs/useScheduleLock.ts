import type { JobStatus } from '@bindings';
import { useCallback } from 'react';
import { useSession } from '@/queries/accounts/session';
import { unschedule } from '@/wasm/rules';

/** The reason why the dates of jobs with this status cannot be changed; null if they can. */
export function useScheduleLock(): (status: JobStatus) => string | null {
  const { role, language } = useSession();
  const { companyType, userType } = role;
  return useCallback(
    (status) => unschedule({ companyType, userType }, status, language)?.message ?? null,
    [companyType, userType, language],
  );
}
