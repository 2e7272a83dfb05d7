import type { JobImage } from '@bindings';
import { type Mark, paintMarks } from './marks';

/** The longest edge of a copy, in px. */
const longest = 4_096;

/** A copy of a photo with marks, as a JPEG. Rejects if the photo cannot be loaded or the browser cannot write it. */
export async function markedPhoto(
  { id, imgUrl, width, height }: JobImage,
  marks: readonly Mark[],
): Promise<File> {
  const answer = await fetch(imgUrl);
  if (!answer.ok) throw new Error(`the photo answered ${answer.status}`);
  const picture = await createImageBitmap(await answer.blob());
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const brush = canvas.getContext('2d');
  if (brush === null) throw new Error('this browser draws no pictures');
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  brush.scale(scale, scale);
  paintMarks(brush, marks, { width, height });
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (jpeg === null) throw new Error('this browser writes no JPEG');
  return new File([jpeg], `marked-${id}.jpg`, { type: 'image/jpeg' });
}
