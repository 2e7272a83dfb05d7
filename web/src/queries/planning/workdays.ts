/** The days on which the company works. Everybody in it reads them; its admins set them. */
import type { Workdays, WorkdaysForm } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '@/api/client';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';
import { WorkCalendar } from '@/wasm/rules';

const key = ['workdays'] as const;
const path = '/api/company/workdays';

/** Monday to Friday until an admin sets them. */
export const useWorkdays = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await call<{ workdays: Workdays }>('GET', path)).workdays,
    select: useReplay<Workdays>(key),
    staleTime: 60_000,
  });

/** What the company's days are counted with; null until it has loaded. */
export function useWorkCalendar(): WorkCalendar | null {
  const { data } = useWorkdays();
  return useMemo(
    () =>
      data === undefined
        ? null
        : new WorkCalendar(
            Uint8Array.from(data.weekdays),
            data.holidays.map(({ day }) => day),
          ),
    [data],
  );
}

/** Replaces the working days. Rejects with an `ApiFailure` that explains a refusal. */
export function useWorkdaysChange(): (form: WorkdaysForm) => Promise<Workdays> {
  const change = useDataChange<Workdays>(key);
  return useCallback(
    async (form) => {
      const { workdays } = await change<{ workdays: Workdays }>({
        lane: 'workdays',
        request: { method: 'PUT', path, body: form, failureNotice: 'notSaved' },
        stored: (answer) => () => answer.workdays,
      });
      return workdays;
    },
    [change],
  );
}
