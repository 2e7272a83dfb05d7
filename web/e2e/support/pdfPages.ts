/** Reads a PDF with an independent reader: Poppler. */
import { execFileSync } from 'node:child_process';
import type { Download, Page } from '@playwright/test';

/** The resolution of the rendered page, in dots per mm. */
const dots = 4;

/** An area of the page, in mm from its upper left corner. */
export type Part = [x: number, y: number, width: number, height: number];

export interface RenderedPage {
  /** In mm. */
  width: number;
  height: number;
  /** The share of an area that is not blank, and its number of distinguishable colors. */
  look: (part: Part) => { seen: number; colors: number };
}

/** The text lines of all pages. */
export const textOf = (pdf: string): string =>
  execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', pdf, '-'], { encoding: 'utf8' });

export const pagesOf = (pdf: string): number =>
  Number(/^Pages:\s+(\d+)$/m.exec(execFileSync('pdfinfo', [pdf], { encoding: 'utf8' }))?.[1]);

/** The pixels of the first page. */
function painted(pdf: string): { wide: number; high: number; pixels: Buffer } {
  const args = ['-f', '1', '-singlefile', '-r', String(dots * 25.4), pdf];
  const picture = execFileSync('pdftoppm', args, { maxBuffer: 1 << 28 });
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 32).toString('latin1'));
  if (head === null) throw new Error('pdftoppm drew nothing');
  return { wide: Number(head[1]), high: Number(head[2]), pixels: picture.subarray(head[0].length) };
}

/** The rendered first page. */
export function renderFirstPage(pdf: string): RenderedPage {
  const { wide, high, pixels } = painted(pdf);
  return {
    width: wide / dots,
    height: high / dots,
    look([x, y, width, height]) {
      const colors = new Set<number>();
      let [seen, all] = [0, 0];
      for (let row = Math.round(y * dots); row < Math.min(high, (y + height) * dots); row += 1) {
        for (let at = Math.round(x * dots); at < Math.min(wide, (x + width) * dots); at += 1) {
          const [red = 0, green = 0, blue = 0] = pixels.subarray((row * wide + at) * 3);
          all += 1;
          if (Math.min(red, green, blue) < 245) seen += 1;
          colors.add(((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4));
        }
      }
      return { seen: seen / all, colors: colors.size };
    },
  };
}

/** A word of a page and its upper left corner, in points. */
export interface WordPosition {
  word: string;
  x: number;
  y: number;
}

const marks: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** The words of the first page with their positions. */
export function wordPositions(pdf: string): WordPosition[] {
  const page = execFileSync('pdftotext', ['-bbox', '-f', '1', '-l', '1', pdf, '-'], { encoding: 'utf8' });
  return [...page.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)<\/word>/g)].map(
    ([, x, y, word = '']) => ({
      word: word.replace(/&\w+;|&#39;/g, (mark) => marks[mark] ?? mark),
      x: Number(x),
      y: Number(y),
    }),
  );
}

/** The mean color of each field of an image, as red, green and blue, row by row. */
export type ColorGrid = (readonly [number, number, number])[];

/** The first page of a calendar PDF as coarse fields: the image fills the width, below the upper margin. */
export function colorGridOfPage(
  pdf: string,
  drawing: { width: number; height: number },
  field: number,
): ColorGrid {
  const { wide, high, pixels } = painted(pdf);
  const [margin, foot] = [12, 8];
  const [breadth, room] = [wide / dots - 2 * margin, high / dots - 2 * margin - foot];
  const scale = Math.min(breadth / drawing.width, room / drawing.height);
  const left = (wide / dots - drawing.width * scale) / 2;
  const tints: ColorGrid = [];
  const side = field * scale * dots;
  for (let row = 0; row < Math.floor(drawing.height / field); row++) {
    for (let column = 0; column < Math.floor(drawing.width / field); column++) {
      const [x, y] = [left * dots + column * side, margin * dots + row * side];
      const sum = [0, 0, 0];
      let all = 0;
      for (let py = Math.round(y); py < Math.round(y + side); py++) {
        for (let px = Math.round(x); px < Math.round(x + side); px++) {
          for (const part of [0, 1, 2])
            sum[part] = (sum[part] ?? 0) + (pixels[(py * wide + px) * 3 + part] ?? 0);
          all += 1;
        }
      }
      tints.push([(sum[0] ?? 0) / all, (sum[1] ?? 0) / all, (sum[2] ?? 0) / all]);
    }
  }
  return tints;
}

/** The same for a PNG, which the browser decodes. */
export const colorGridOfPng = (page: Page, png: Buffer, field: number): Promise<ColorGrid> =>
  page.evaluate(
    async ([bytes, side]) => {
      const read = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([read], { type: 'image/png' }));
      const canvas = document.createElement('canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      const brush = canvas.getContext('2d');
      if (brush === null) throw new Error('no canvas');
      brush.drawImage(picture, 0, 0);
      const tints: [number, number, number][] = [];
      for (let row = 0; row < Math.floor(picture.height / side); row++) {
        for (let column = 0; column < Math.floor(picture.width / side); column++) {
          const { data } = brush.getImageData(column * side, row * side, side, side);
          const sum: [number, number, number] = [0, 0, 0];
          for (let at = 0; at < data.length; at += 4) {
            sum[0] += data[at] ?? 0;
            sum[1] += data[at + 1] ?? 0;
            sum[2] += data[at + 2] ?? 0;
          }
          const all = side * side;
          tints.push([sum[0] / all, sum[1] / all, sum[2] / all]);
        }
      }
      return tints;
    },
    [png.toString('base64'), field] as const,
  );

/** The share of fields with visually equal colors. */
export function similarity(one: ColorGrid, other: ColorGrid): number {
  const alike = one.filter((tint, at) =>
    tint.every((part, which) => Math.abs(part - (other[at]?.[which] ?? -255)) < 24),
  );
  return one.length === other.length ? alike.length / one.length : 0;
}

export const saved = (download: Download): Promise<string> => download.path();
