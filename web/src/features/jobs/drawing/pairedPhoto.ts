import type { JobImage } from '@bindings';

/** One half of a pair. */
export interface Half {
  image: JobImage;
  /** Written above it. */
  label: string;
}

/** The height of both halves, in px. */
const height = 1_200;
const band = 90;
const gap = 12;

async function load({ imgUrl }: JobImage): Promise<ImageBitmap> {
  const answer = await fetch(imgUrl);
  if (!answer.ok) throw new Error(`the photo answered ${answer.status}`);
  return createImageBitmap(await answer.blob());
}

/** Two photos side by side at the same height, each under its label, as a JPEG. Rejects if one cannot be loaded. */
export async function pairedPhoto(halves: readonly [Half, Half]): Promise<File> {
  const pictures = await Promise.all(halves.map(({ image }) => load(image)));
  const widths = pictures.map((picture) => Math.round((picture.width / picture.height) * height));
  const canvas = document.createElement('canvas');
  canvas.width = widths.reduce((sum, width) => sum + width, gap);
  canvas.height = height + band;
  const brush = canvas.getContext('2d');
  if (brush === null) throw new Error('this browser draws no pictures');
  brush.fillStyle = '#FFFFFF';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.font = '700 46px "Archivo Variable", Arial, sans-serif';
  brush.textBaseline = 'middle';
  brush.fillStyle = '#17212A';
  let x = 0;
  for (const [at, picture] of pictures.entries()) {
    const width = widths[at] ?? 0;
    brush.fillText(halves[at]?.label ?? '', x + 24, band / 2);
    brush.drawImage(picture, x, band, width, height);
    picture.close();
    x += width + gap;
  }
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (jpeg === null) throw new Error('this browser writes no JPEG');
  return new File([jpeg], `before-after-${halves[0].image.id}.jpg`, { type: 'image/jpeg' });
}
