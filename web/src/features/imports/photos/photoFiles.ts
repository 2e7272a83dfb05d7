/** The files of a ZIP or of a choice of photos. A ZIP is read from the disk as its photos are sent, never as a whole. */
import { limits } from '@/wasm/rules';

/** A file that may be a photo. */
export interface PhotoFile {
  /** Its path in the ZIP or in the chosen folder. */
  path: string;
  /** As the ZIP says it. */
  size: number;
  /** Reads it; fails if it is larger than it says, or encrypted. */
  open: (mime: string) => Promise<File>;
}

const isZip = ({ name, type }: File): boolean => /\.zip$/i.test(name) || type === 'application/zip';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A file of a folder that was dropped has its path there. */
const pathOf = (file: File): string =>
  file.webkitRelativePath || ('path' in file && typeof file.path === 'string' ? file.path : file.name);

/** Collects at most so many bytes. */
function collector(most: number): {
  sink: WritableStream<Uint8Array<ArrayBuffer>>;
  chunks: Uint8Array<ArrayBuffer>[];
} {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      bytes += chunk.length;
      if (bytes > most) throw new Error('larger than it says');
      chunks.push(chunk);
    },
  });
  return { sink, chunks };
}

/** Thrown for more files than one import takes. */
export class TooManyFiles extends Error {}

/** Thrown for a file that is no readable ZIP. */
export class UnreadableZip extends Error {}

async function zipFiles(zip: File): Promise<PhotoFile[]> {
  const { BlobReader, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-native.js');
  // Photos are compressed already: unpacking them needs no worker.
  const reader = new ZipReader(new BlobReader(zip), { useWebWorkers: false });
  const files: PhotoFile[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      // What a Mac adds counts for nothing.
      if (entry.directory || entry.filename.startsWith('__MACOSX/')) continue;
      if (files.length >= limits().importRows) throw new TooManyFiles();
      const { filename: path, uncompressedSize: size } = entry;
      const open = async (mime: string): Promise<File> => {
        const { sink, chunks } = collector(size);
        await entry.getData(sink);
        return new File(chunks, nameOf(path), { type: mime });
      };
      files.push({ path, size, open });
    }
  } catch (failure) {
    if (failure instanceof TooManyFiles) throw failure;
    throw new UnreadableZip(zip.name, { cause: failure });
  }
  return files;
}

/** The files of all chosen ones, in the order of their paths. */
export async function filesOf(chosen: readonly File[]): Promise<PhotoFile[]> {
  const files: PhotoFile[] = [];
  for (const file of chosen) {
    if (isZip(file)) files.push(...(await zipFiles(file)));
    else {
      const open = (mime: string) => Promise.resolve(new File([file], file.name, { type: mime }));
      files.push({ path: pathOf(file).replace(/^\.?\//, ''), size: file.size, open });
    }
  }
  if (files.length > limits().importRows) throw new TooManyFiles();
  return files.toSorted((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true }));
}
