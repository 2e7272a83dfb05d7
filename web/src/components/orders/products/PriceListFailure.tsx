import { m } from '@/i18n';
import { LoadFailure } from '@/ui/feedback/LoadFailure';

interface PriceListFailureProps {
  error: Error;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Shown instead of a price list that could not be fetched. */
export const PriceListFailure = ({ error, isFetching, refetch }: PriceListFailureProps) => (
  <LoadFailure
    art="search"
    why={error.message}
    retry={m.products_retry()}
    busy={isFetching}
    onRetry={refetch}
  />
);
