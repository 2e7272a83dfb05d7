import type { QueryClient } from '@tanstack/react-query';
import { notice } from '@/i18n';
import { isUploading, outbox } from '@/queries/offline/outbox';
import { popup } from '@/ui/overlays/popups';

const unreported = new WeakMap<QueryClient, string[]>();

const isUploadingPhotos = (): boolean =>
  outbox.read().some((entry) => entry.kind === 'photo' && isUploading(entry));

/** Shows one popup for all failures since the last one, once no photo is being uploaded any more. */
export async function reportRefusals(queries: QueryClient, uploads: Promise<string[]>): Promise<void> {
  const reasons = unreported.get(queries) ?? [];
  unreported.set(queries, reasons);
  reasons.push(...(await uploads));
  if (isUploadingPhotos()) return;
  const [first, ...others] = new Set(reasons.splice(0));
  if (first !== undefined) void popup.oops(others.length === 0 ? first : notice('imagesUploadFailed'));
}
