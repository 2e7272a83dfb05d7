/** Extracts the text of a PDF's pages from its bytes. */
import { inflateSync } from 'node:zlib';
import { expect } from 'vitest';

/** The characters of Windows-1252 from 0x80 to 0x9f, which Latin-1 lacks. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const decoded = (byte: number) =>
  byte >= 0x80 && byte <= 0x9f ? (high[byte - 0x80] ?? '') : String.fromCharCode(byte);

const unescaped = (text: string) =>
  text
    .replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replace(/\\(.)/g, '$1');

export interface ReadPdf {
  /** The lines of text of each page, in the order they were written. */
  pages: string[][];
  /** The number of pictures. */
  pictures: number;
  /** Everything outside its streams. */
  frame: string;
}

export async function readPdf(file: Blob): Promise<ReadPdf> {
  const buffer = Buffer.from(await file.arrayBuffer());
  const whole = buffer.toString('latin1');
  const pages: string[][] = [];
  for (const match of whole.matchAll(/<<([\s\S]*?)>>\s*stream\r?\n/g)) {
    if (/\/Subtype \/Image/.test(match[1] ?? '')) continue;
    const start = match.index + match[0].length;
    const bytes = buffer.subarray(start, whole.indexOf('endstream', start));
    const content = inflateSync(bytes).toString('latin1');
    const lines = [...content.matchAll(/\(((?:\\[\s\S]|[^\\)])*)\) Tj/g)].map(([, text = '']) =>
      Array.from(unescaped(text), (letter) => decoded(letter.charCodeAt(0))).join(''),
    );
    pages.push(lines);
  }
  return {
    pages,
    pictures: whole.match(/\/Subtype \/Image/g)?.length ?? 0,
    frame: whole.replace(/stream\r?\n[\s\S]*?endstream/g, ''),
  };
}

/** Expects one A4 page with these lines, and the print date at its foot. */
export function expectOnePage({ pages, frame }: ReadPdf, expected: readonly string[]): void {
  expect(pages).toHaveLength(1);
  const [lines = []] = pages;
  for (const line of expected) expect(lines).toContain(line);
  expect(lines.at(-1)).toMatch(/^Printed \d\d\/\d\d\/\d{4}, page 1 of 1$/);
  expect(frame).toMatch(/\/MediaBox \[0 0 595\.\d+ 841\.\d+\]/);
}
