/** Makes a photo small enough for a phone with one bar. */

/** The longest side in pixels. */
const longestSide = 2_048;
const quality = 0.82;
/** A file that is smaller than this, in bytes, is sent as it is. */
const smallEnough = 400_000;

/** The photo as a JPEG of at most 2,048 pixels; a file that the browser cannot show is returned as it is. */
export async function smallerPicture(file: File): Promise<Blob> {
  if (file.size <= smallEnough) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    return small !== null && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
