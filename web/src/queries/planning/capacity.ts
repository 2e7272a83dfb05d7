/**
 * How much the company can do on a day, and the days on which it does not work at all. Everybody in it reads both; its
 * admins set them. A change that fails rejects with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { Capacity, CapacityForm, DayOff, NewDayOff } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { useCrews } from '@/queries/crews';
import { withOne, without } from '@/queries/mutations/lists';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';

const capacityKey = ['capacity'] as const;
const daysOffKey = ['daysOff'] as const;

/** The crews of the company, and what connected companies see of its days. */
export const useCapacity = (wanted = true) =>
  useQuery({
    enabled: wanted,
    queryKey: capacityKey,
    queryFn: async () => (await call<{ capacity: Capacity }>('GET', '/api/company/capacity')).capacity,
    select: useReplay<Capacity>(capacityKey),
    staleTime: 60_000,
  });

/** As long as nobody has set the capacity, the server answers this. */
const isUnset = ({ crews, sharing }: Capacity) => crews === 1 && sharing === 'none';

/**
 * How many jobs the company's own people can do on a day: what its admins have set, or until then the crews in its list
 * and at least one; undefined until it is known.
 */
export function useCrewCount(wanted = true): number | undefined {
  const { data: capacity } = useCapacity(wanted);
  const isListed = wanted && capacity !== undefined && isUnset(capacity);
  const { data: listed, isError } = useCrews(isListed);
  if (!isListed) return capacity?.crews;
  if (listed === undefined && !isError) return undefined;
  return Math.max(1, listed?.length ?? 0);
}

/** The days off of the company, by their first day. */
export const useDaysOff = (wanted = true) =>
  useQuery({
    enabled: wanted,
    queryKey: daysOffKey,
    queryFn: async () => (await call<{ daysOff: DayOff[] }>('GET', '/api/company/daysOff')).daysOff,
    select: useReplay<DayOff[]>(daysOffKey),
    staleTime: 60_000,
  });

const byFirstDay = (all: DayOff[]) => all.toSorted((a, b) => a.from.localeCompare(b.from));

export function useCapacityChanges() {
  const changeCapacity = useDataChange<Capacity>(capacityKey);
  const changeDaysOff = useDataChange<DayOff[]>(daysOffKey);
  return useMemo(
    () => ({
      set: async (form: CapacityForm): Promise<Capacity> => {
        const { capacity } = await changeCapacity<{ capacity: Capacity }>({
          lane: 'capacity',
          request: { method: 'PUT', path: '/api/company/capacity', body: form, failureNotice: 'notSaved' },
          stored: (answer) => () => answer.capacity,
        });
        return capacity;
      },

      addDayOff: async (form: NewDayOff): Promise<DayOff> => {
        const { dayOff } = await changeDaysOff<{ dayOff: DayOff }>({
          request: { method: 'PUT', path: '/api/company/daysOff', body: form, failureNotice: 'notSaved' },
          stored: (answer) => (all) => byFirstDay(withOne(all, answer.dayOff)),
        });
        return dayOff;
      },

      removeDayOff: async ({ id }: DayOff): Promise<void> => {
        await changeDaysOff({
          lane: id,
          shown: (all) => without(all, id),
          request: { method: 'DELETE', path: `/api/company/daysOff/${id}`, failureNotice: 'notSaved' },
        });
      },
    }),
    [changeCapacity, changeDaysOff],
  );
}
