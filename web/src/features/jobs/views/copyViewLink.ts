import { m } from '@/i18n';
import { toast } from '@/ui/overlays/toasts';

/** Puts the address of a view on the clipboard; whoever opens it sees their own jobs that way. */
export async function copyViewLink(search: string): Promise<void> {
  await navigator.clipboard.writeText(`${location.origin}/app/jobs?${search}`);
  toast.sweet(m.jobs_viewCopied());
}
