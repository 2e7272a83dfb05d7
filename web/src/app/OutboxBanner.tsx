import { m } from '@/i18n';
import { isPendingEntry, isUploading, useOutbox } from '@/queries/offline/outbox';
import { Banner } from '@/ui/feedback/Banner';

/** How many entries wait in the outbox, on every page, with a button that opens it. Uploads are shown where they are. */
export function OutboxBanner({ onShow }: { onShow: () => void }) {
  const entries = useOutbox().filter((entry) => !isUploading(entry));
  const held = entries.filter((entry) => !isPendingEntry(entry)).length;
  const count = entries.length - held;
  return (
    <Banner
      tone={held > 0 ? 'warn' : 'info'}
      title={count > 0 ? m.outbox_count({ count }) : m.outbox_choose({ count: held })}
    >
      {count > 0 && held > 0 && <span>{m.outbox_choose({ count: held })}</span>}
      <button type="button" onClick={onShow}>
        {m.outbox_show()}
      </button>
    </Banner>
  );
}
