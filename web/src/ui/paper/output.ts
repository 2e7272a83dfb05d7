/** How a sheet leaves the app: through the printer, or as a PDF. */
import { m } from '@/i18n';
import { popup } from '@/ui/popups';
import { saveFile } from '@/ui/saveFile';

import { type PaperImage, paperImage } from './paperImage';

/**
 * Opens the browser's print dialog, where a sheet can be printed or saved, once its pictures can be seen. Whoever stops
 * waiting for them gets no dialog.
 */
export async function printSheet(signal: AbortSignal): Promise<void> {
  const stopped = new Promise((end) => signal.addEventListener('abort', end));
  await Promise.race([Promise.allSettled([...document.images].map((image) => image.decode())), stopped]);
  if (!signal.aborted) window.print();
}

/** The company's logo as a PDF takes it; null when there is none or it cannot be had: the paper is good without it. */
export async function paperLogo(logoUrl: string | null, signal?: AbortSignal): Promise<PaperImage | null> {
  if (logoUrl === null) return null;
  return paperImage(logoUrl, signal).catch(() => null);
}

/** Saves what `write` answers. Where it rejects nothing is saved, and the user is told; nobody is where it was stopped. */
export async function savePdf(
  fileName: string,
  write: (signal: AbortSignal) => Promise<Blob>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const pdf = await write(signal);
    if (!signal.aborted) saveFile(fileName, pdf);
  } catch {
    if (signal.aborted) return;
    // The part of the app that writes PDFs could not be fetched, or the browser refused the file.
    await popup.oops(m.card_pdfFailed());
  }
}

/** `told` between `kind` and `.pdf` as every system takes it: `job-card-2418.pdf`. */
export const pdfName = (kind: string, told: string): string =>
  `${kind}-${told.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '')}.pdf`;
