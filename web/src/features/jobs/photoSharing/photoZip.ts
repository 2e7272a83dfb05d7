/** The photos of a job in one ZIP file. Loaded on demand. */
import type { JobImage } from '@bindings';
import { Zip, ZipPassThrough } from 'fflate';

/** The ending of a photo's file, from its address. */
const endingOf = (address: string): string => /\.(\w{3,4})(?:[?#]|$)/.exec(address)?.[1] ?? 'jpg';

const two = (number: number) => String(number).padStart(2, '0');

/** `2026-06-11-03-Luis-Ríos.jpg`: sorted by name they are in the order in which they were taken. */
export const zipEntryName = (day: string, number: number, author: string, address: string): string =>
  `${day}-${two(number)}-${author.replace(/[^\p{L}\p{N}]+/gu, '-')}.${endingOf(address)}`;

export interface ZipPhoto {
  image: JobImage;
  name: string;
}

/** Fetches the photos one by one. They are compressed already, so they are stored as they are. Rejects when canceled. */
export async function photoZip(photos: readonly ZipPhoto[], signal: AbortSignal): Promise<Blob> {
  const parts: BlobPart[] = [];
  const zip = new Zip((failure, part) => {
    if (failure !== null) throw failure;
    parts.push(new Uint8Array(part));
  });
  for (const { image, name } of photos) {
    const answer = await fetch(image.imgUrl, { signal });
    if (!answer.ok) throw new Error(`the photo answered ${answer.status}`);
    const entry = new ZipPassThrough(name);
    entry.mtime = image.dateInserted;
    zip.add(entry);
    entry.push(new Uint8Array(await answer.arrayBuffer()), true);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}
