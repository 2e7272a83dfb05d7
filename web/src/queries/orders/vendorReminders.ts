/**
 * Whether the company's vendors are reminded of their orders by mail. A change is optimistic; a refusal rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { VendorReminders } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';
import { explainFailure } from '@/queries/mutations/request';

const key = ['vendorReminders'] as const;
const path = '/api/company/vendorReminders';

interface Answer {
  vendorReminders: VendorReminders;
}

export function useVendorReminders() {
  const query = useQuery({
    queryKey: key,
    queryFn: async () => {
      try {
        return (await call<Answer>('GET', path)).vendorReminders;
      } catch (failure) {
        throw explainFailure(failure, 'companyDetailsFailed');
      }
    },
    select: useReplay<VendorReminders>(key),
  });
  const change = useDataChange<VendorReminders>(key);
  const turn = async (enabled: boolean): Promise<void> => {
    await change<Answer>({
      lane: 'setting',
      shown: () => ({ enabled }),
      request: { method: 'PUT', path, body: { enabled }, failureNotice: 'notSaved' },
      stored: (answer) => () => answer.vendorReminders,
    });
  };
  return { ...query, turn };
}
