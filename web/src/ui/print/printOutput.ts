/** Prints a sheet, or saves it as a PDF. */
import { m } from '@/i18n';
import { saveFile } from '@/ui/files/saveFile';
import { popup } from '@/ui/overlays/popups';

import { loadPdfImage, type PdfImage } from './pdfImage';

/** Opens the browser's print dialog once the images have loaded, unless it was canceled before. */
export async function printSheet(signal: AbortSignal): Promise<void> {
  const stopped = new Promise((end) => signal.addEventListener('abort', end));
  await Promise.race([Promise.allSettled([...document.images].map((image) => image.decode())), stopped]);
  if (!signal.aborted) window.print();
}

/** The company's logo for a PDF; null if there is none or it cannot be loaded: the document is usable without it. */
export async function loadLogo(logoUrl: string | null, signal?: AbortSignal): Promise<PdfImage | null> {
  if (logoUrl === null) return null;
  return loadPdfImage(logoUrl, signal).catch(() => null);
}

/** Saves the result of `write`. A failure is shown to the user, unless it was canceled. */
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
    // The chunk that writes PDFs could not be fetched, or the browser refused the file.
    await popup.oops(m.card_pdfFailed());
  }
}

/** `kind-label.ending` with characters that every system accepts. */
export const fileName = (kind: string, label: string, ending: string): string =>
  `${kind}-${label.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '')}.${ending}`;

/** `job-card-2418.pdf`. */
export const pdfName = (kind: string, label: string): string => fileName(kind, label, 'pdf');
