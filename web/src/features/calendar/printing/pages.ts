import { boundsOf, type Shape } from './shapes';

/** A4 in mm. */
const short = 210;
const long = 297;
const margin = 12;

/** The height of the footer with date and page number. */
const foot = 8;

/** Boxes higher than this, in px, may be split over pages; lower ones are bars or lines of text and are not. */
const whole = 90;

export interface Page {
  /** Its start in the drawing, in px from the top. */
  from: number;
  height: number;
}

export interface PageLayout {
  landscape: boolean;
  /** The page and its margins, in mm. */
  sheet: { width: number; height: number; margin: number };
  /** mm per px. */
  scale: number;
  pages: Page[];
}

/** A drawing too long for a page by up to this factor is scaled down to fit. */
const shrinkable = 1.25;

/** Splits a long drawing between its texts and bars. */
export function splitIntoPages(shapes: readonly Shape[], height: number, most: number): Page[] {
  const solid = shapes
    .map(boundsOf)
    .filter((bounds) => bounds.height > 0 && bounds.height < whole)
    .map(({ y, height: high }) => ({ from: y, to: y + high }));
  const pages: Page[] = [];
  let from = 0;
  while (height - from > most) {
    let end = from + most;
    for (;;) {
      const crossed = solid.find((bar) => bar.from < end && end < bar.to);
      if (crossed === undefined) break;
      end = crossed.from;
    }
    // A drawing without gaps has to be cut somewhere.
    if (end < from + most / 2) end = from + most;
    pages.push({ from, height: end - from });
    from = end;
  }
  return [...pages, { from, height: height - from }];
}

/**
 * A drawing that is wider than high gets one landscape page, as large as it fits. A longer one fills the width of
 * portrait pages, as many as needed.
 */
export function planPages(shapes: readonly Shape[], width: number, height: number): PageLayout {
  const landscape = width >= height;
  const sheet = landscape ? { width: long, height: short, margin } : { width: short, height: long, margin };
  const breadth = sheet.width - 2 * margin;
  const available = sheet.height - 2 * margin - foot;
  const fitting = Math.min(breadth / width, available / height);
  if (landscape || height * (breadth / width) <= available * shrinkable) {
    return { landscape, sheet, scale: fitting, pages: [{ from: 0, height }] };
  }
  const scale = breadth / width;
  return { landscape, sheet, scale, pages: splitIntoPages(shapes, height, available / scale) };
}
