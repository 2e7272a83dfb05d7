import { m } from '@/i18n';
import { isOpen, useOutbox } from '@/session/outbox';
import { BannerLine } from '@/ui/BannerLine';

/** How much waits to be uploaded, on every page, and the way to it. */
export function WaitingLine({ onShow }: { onShow: () => void }) {
  const entries = useOutbox();
  const held = entries.filter((entry) => !isOpen(entry)).length;
  const count = entries.length - held;
  return (
    <BannerLine
      tone={held > 0 ? 'warn' : 'info'}
      title={count > 0 ? m.outbox_count({ count }) : m.outbox_choose({ count: held })}
    >
      {count > 0 && held > 0 && <span>{m.outbox_choose({ count: held })}</span>}
      <button type="button" onClick={onShow}>
        {m.outbox_show()}
      </button>
    </BannerLine>
  );
}
