import { boundsOf, type Shape } from './shapes';

/** A4 in mm. */
const short = 210;
const long = 297;
const margin = 12;

/** What the line with date and page number takes at the foot of a page. */
const foot = 8;

/** Boxes that are higher than this, in px, go on over a page; lower ones are bars or lines of text and stay whole. */
const whole = 90;

export interface Page {
  /** Where it starts in the drawing, in px from the top. */
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

/** A drawing that is up to so much too long for a page is made smaller instead of spilling over. */
const shrinkable = 1.25;

/** The parts of a long drawing, cut where no text or bar is cut. */
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
    // A drawing without any gap has to be cut somewhere.
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
  const room = sheet.height - 2 * margin - foot;
  const fitting = Math.min(breadth / width, room / height);
  if (landscape || height * (breadth / width) <= room * shrinkable) {
    return { landscape, sheet, scale: fitting, pages: [{ from: 0, height }] };
  }
  const scale = breadth / width;
  return { landscape, sheet, scale, pages: splitIntoPages(shapes, height, room / scale) };
}
