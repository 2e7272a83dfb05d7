import { m } from '@/i18n';
import { isPendingEntry, isUploading, useOutbox } from '@/queries/offline/outbox';
import { Banner } from '@/ui/feedback/Banner';

/** The number of queued entries, on every page, with a button that opens the outbox. Pages show their own uploads. */
export function OutboxBanner({ onShow }: { onShow: () => void }) {
  const entries = useOutbox().filter((entry) => !isUploading(entry));
  const undecided = entries.filter((entry) => !isPendingEntry(entry)).length;
  const count = entries.length - undecided;
  return (
    <Banner
      tone={undecided > 0 ? 'warn' : 'info'}
      title={count > 0 ? m.outbox_count({ count }) : m.outbox_choose({ count: undecided })}
    >
      {count > 0 && undecided > 0 && <span>{m.outbox_choose({ count: undecided })}</span>}
      <button type="button" onClick={onShow}>
        {m.outbox_show()}
      </button>
    </Banner>
  );
}
