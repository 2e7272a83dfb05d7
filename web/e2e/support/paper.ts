/** Reads a PDF as whoever opens it does, with a reader that nobody here wrote: Poppler. */
import { execFileSync } from 'node:child_process';
import type { Download } from '@playwright/test';

/** Dots for each mm of the drawn page. */
const dots = 4;

/** A part of the page, in mm from its upper left corner. */
export type Part = [x: number, y: number, width: number, height: number];

export interface DrawnPage {
  /** In mm. */
  width: number;
  height: number;
  /** The share of a part that is not bare paper, and how many colors it holds that one can tell apart. */
  look: (part: Part) => { seen: number; colours: number };
}

/** The lines of all pages, as a reader would copy them. */
export const wordsOf = (pdf: string): string =>
  execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', pdf, '-'], { encoding: 'utf8' });

export const pagesOf = (pdf: string): number =>
  Number(/^Pages:\s+(\d+)$/m.exec(execFileSync('pdfinfo', [pdf], { encoding: 'utf8' }))?.[1]);

/** The first page as it comes out of a printer. */
export function drawn(pdf: string): DrawnPage {
  const args = ['-f', '1', '-singlefile', '-r', String(dots * 25.4), pdf];
  const picture = execFileSync('pdftoppm', args, { maxBuffer: 1 << 28 });
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 32).toString('latin1'));
  if (head === null) throw new Error('pdftoppm drew nothing');
  const [wide, high] = [Number(head[1]), Number(head[2])];
  const pixels = picture.subarray(head[0].length);
  return {
    width: wide / dots,
    height: high / dots,
    look([x, y, width, height]) {
      const colours = new Set<number>();
      let [seen, all] = [0, 0];
      for (let row = Math.round(y * dots); row < Math.min(high, (y + height) * dots); row += 1) {
        for (let at = Math.round(x * dots); at < Math.min(wide, (x + width) * dots); at += 1) {
          const [red = 0, green = 0, blue = 0] = pixels.subarray((row * wide + at) * 3);
          all += 1;
          if (Math.min(red, green, blue) < 245) seen += 1;
          colours.add(((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4));
        }
      }
      return { seen: seen / all, colours: colours.size };
    },
  };
}

export const saved = (download: Download): Promise<string> => download.path();
