import type { JobImage } from '@bindings';
import { m } from '@/i18n';
import { popup } from '@/ui/overlays/popups';
import { loadPdfImage } from '@/ui/print/pdfImage';
import { loadLogo, savePdf } from '@/ui/print/printOutput';

import { type CardContent, cardFileName } from './cardContent';

/**
 * Saves the card as a PDF with selectable text. If a picture cannot be loaded, shows an error and saves nothing; a
 * canceled task saves nothing either.
 */
export async function saveCard(
  content: CardContent,
  image: JobImage | undefined,
  signal: AbortSignal,
): Promise<void> {
  const [picture, logo] = await Promise.allSettled([
    image === undefined ? null : loadPdfImage(image.imgUrl, signal),
    loadLogo(content.company.logoUrl, signal),
  ]);
  if (signal.aborted) return undefined;
  if (picture.status === 'rejected') return popup.oops(m.card_imageFailed());
  const write = async () => {
    const { cardPdf } = await import('./cardPdf');
    return cardPdf(content, {
      picture: picture.value,
      logo: logo.status === 'fulfilled' ? logo.value : null,
    });
  };
  await savePdf(cardFileName(content), write, signal);
}
