import { m } from '@/i18n';
import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';

/**
 * Puts the address of a view on the clipboard; whoever opens it sees their own jobs that way. Where the browser gives
 * no access to the clipboard, the address is shown to be copied by hand.
 */
export async function copyViewLink(search: string): Promise<void> {
  const address = `${location.origin}/app/jobs?${search}`;
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    await popup.oops(m.jobs_viewCopyByHand({ address }));
    return;
  }
  toast.sweet(m.jobs_viewCopied());
}
