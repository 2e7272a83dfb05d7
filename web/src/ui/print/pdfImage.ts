/** A picture for a PDF. */
export interface PdfImage {
  /** A JPEG. */
  bytes: Uint8Array;
  /** In px. */
  width: number;
  height: number;
}

/** The longest edge in px: 90 mm at 300 dots per inch, to limit the file size. */
const longest = 1_100;

/** Fetches a picture and converts it to a JPEG on white. Rejects if the browser cannot read it, or when canceled. */
export async function loadPdfImage(address: string, signal?: AbortSignal): Promise<PdfImage> {
  const answer = await fetch(address, { signal: signal ?? null });
  if (!answer.ok) throw new Error(`the picture answered ${answer.status}`);
  const picture = await createImageBitmap(await answer.blob());
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const brush = canvas.getContext('2d');
  if (brush === null) throw new Error('this browser draws no pictures');
  brush.fillStyle = '#FFFFFF';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.86));
  if (jpeg === null) throw new Error('this browser writes no JPEG');
  return { bytes: new Uint8Array(await jpeg.arrayBuffer()), width: canvas.width, height: canvas.height };
}
