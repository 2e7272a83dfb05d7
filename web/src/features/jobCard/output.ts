import type { JobImage } from '@bindings';
import { m } from '@/i18n';
import { popup } from '@/ui/popups';
import { saveFile } from '@/ui/saveFile';

import { type CardContent, fileNameOf } from './cardContent';
import { paperImage } from './paperImage';

/** Opens the browser's print dialog, where a sheet can be printed or saved, once its pictures can be seen. */
export async function printSheet(): Promise<void> {
  await Promise.allSettled([...document.images].map((image) => image.decode()));
  window.print();
}

/** Saves the card as a PDF of real text. A picture that cannot be had is told, and nothing half is saved. */
export async function savePdf(content: CardContent, image: JobImage | undefined): Promise<void> {
  const { logoUrl } = content.company;
  const [picture, logo] = await Promise.allSettled([
    image === undefined ? null : paperImage(image.imgUrl),
    logoUrl === null ? null : paperImage(logoUrl),
  ]);
  if (picture.status === 'rejected') return popup.oops(m.card_imageFailed());
  try {
    const { cardPdf } = await import('./cardPdf');
    const images = { picture: picture.value, logo: logo.status === 'fulfilled' ? logo.value : null };
    saveFile(fileNameOf(content), cardPdf(content, images));
  } catch {
    // The part of the app that writes PDFs could not be fetched, or the browser refused the file.
    await popup.oops(m.card_pdfFailed());
  }
}
