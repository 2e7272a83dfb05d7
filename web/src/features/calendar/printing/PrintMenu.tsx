import { IconPrinter } from '@tabler/icons-react';
import { m } from '@/i18n';

/** What is on screen as a file for paper. */
export function PrintMenu({ className }: { className: string }) {
  return (
    <button type="button" className={className}>
      <IconPrinter size={22} stroke={1.7} aria-hidden />
      {m.calendar_print()}
    </button>
  );
}
