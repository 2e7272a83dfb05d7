/** How a sheet leaves the app: through the printer, or as a PDF. */
import { m } from '@/i18n';
import { popup } from '@/ui/popups';
import { saveFile } from '@/ui/saveFile';

import { type PaperImage, paperImage } from './paperImage';

/** Opens the browser's print dialog, where a sheet can be printed or saved, once its pictures can be seen. */
export async function printSheet(): Promise<void> {
  await Promise.allSettled([...document.images].map((image) => image.decode()));
  window.print();
}

/** The company's logo as a PDF takes it; null when there is none or it cannot be had: the paper is good without it. */
export async function paperLogo(logoUrl: string | null, signal?: AbortSignal): Promise<PaperImage | null> {
  if (logoUrl === null) return null;
  return paperImage(logoUrl, signal).catch(() => null);
}

/** Saves what `write` answers. Where it rejects nothing is saved, and the user is told. */
export async function savePdf(fileName: string, write: () => Promise<Blob>): Promise<void> {
  try {
    saveFile(fileName, await write());
  } catch {
    // The part of the app that writes PDFs could not be fetched, or the browser refused the file.
    await popup.oops(m.card_pdfFailed());
  }
}

/** `told` between `kind` and `.pdf` as every system takes it: `job-card-2418.pdf`. */
export const pdfName = (kind: string, told: string): string =>
  `${kind}-${told.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '')}.pdf`;
