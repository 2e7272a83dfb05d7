import { m } from '@/i18n';
import { NothingFound } from '@/ui/feedback/NothingFound';

/** In the place of the price list where a search left nothing of it. */
export const NoProductFound = ({ onClear }: { onClear: () => void }) => (
  <NothingFound title={m.products_noneFound()} clear={m.products_clearSearch()} onClear={onClear}>
    {m.products_noneFoundHint()}
  </NothingFound>
);
