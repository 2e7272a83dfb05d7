import type { JobImage } from '@bindings';
import { m } from '@/i18n';
import { paperLogo, savePdf } from '@/ui/paper/output';
import { paperImage } from '@/ui/paper/paperImage';
import { popup } from '@/ui/popups';

import { type CardContent, fileNameOf } from './cardContent';

/**
 * Saves the card as a PDF of real text. A picture that cannot be had is told, and nothing half is saved; once it is
 * stopped nothing is.
 */
export async function saveCard(
  content: CardContent,
  image: JobImage | undefined,
  signal: AbortSignal,
): Promise<void> {
  const [picture, logo] = await Promise.allSettled([
    image === undefined ? null : paperImage(image.imgUrl, signal),
    paperLogo(content.company.logoUrl, signal),
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
  await savePdf(fileNameOf(content), write, signal);
}
