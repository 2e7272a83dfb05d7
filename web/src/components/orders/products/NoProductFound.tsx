import { m } from '@/i18n';
import { NothingFound } from '@/ui/feedback/NothingFound';

/** Shown instead of the price list when a search has no results. */
export const NoProductFound = ({ onClear }: { onClear: () => void }) => (
  <NothingFound title={m.products_noneFound()} clear={m.products_clearSearch()} onClear={onClear}>
    {m.products_noneFoundHint()}
  </NothingFound>
);
