/** The calendar as a PDF: bars are shapes, and titles are text that can be selected and searched. */
import { GState, jsPDF } from 'jspdf';
import { locale, m } from '@/i18n';
import type { MainThreadYielder } from '@/ui/feedback/useCancelable';
import { toPdfCharset } from '@/ui/print/pdfCharset';

import { type Page, type PageLayout, planPages } from './pages';
import {
  type Area,
  boundsOf,
  type Corners,
  contains,
  type Point,
  type Rgba,
  type Shape,
  type Stroke,
} from './shapes';

/** The distance of the Bézier control points for a quarter circle of radius 1. */
const quarter = 0.5523;

/** Text of at least this weight is set in bold. */
const bold = 560;

const points = 72 / 25.4;

class Painter {
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;

  constructor(
    readonly doc: jsPDF,
    { scale, sheet }: PageLayout,
    page: Page,
    width: number,
  ) {
    this.#scale = scale;
    this.#left = (sheet.width - width * scale) / 2;
    this.#top = sheet.margin - page.from * scale;
  }

  #x = (px: number) => this.#left + px * this.#scale;
  #y = (px: number) => this.#top + px * this.#scale;

  #through(ink: Rgba): void {
    const [, , , opacity] = ink;
    if (opacity < 1) this.doc.setGState(new GState({ opacity, 'stroke-opacity': opacity }));
  }

  #fill(ink: Rgba): void {
    this.#through(ink);
    this.doc.setFillColor(ink[0], ink[1], ink[2]);
  }

  #stroke({ ink, width, dash }: Stroke): void {
    this.#through(ink);
    this.doc
      .setDrawColor(ink[0], ink[1], ink[2])
      .setLineWidth(width * this.#scale)
      .setLineDashPattern(
        dash.map((length) => length * this.#scale),
        0,
      );
  }

  #rounded({ x, y, width, height }: Area, corners: Corners, style: 'F' | 'S'): void {
    const most = Math.min(width, height) / 2;
    const [a, b, c, d] = corners.map((radius) => Math.min(radius, most)) as unknown as Corners;
    const arc = (radius: number, fromX: number, fromY: number, toX: number, toY: number) => [
      fromX * radius * quarter,
      fromY * radius * quarter,
      (fromX + toX) * radius - toX * radius * quarter,
      (fromY + toY) * radius - toY * radius * quarter,
      (fromX + toX) * radius,
      (fromY + toY) * radius,
    ];
    const path = [
      [width - a - b, 0],
      arc(b, 1, 0, 0, 1),
      [0, height - b - c],
      arc(c, 0, 1, -1, 0),
      [-(width - c - d), 0],
      arc(d, -1, 0, 0, -1),
      [0, -(height - d - a)],
      arc(a, 0, -1, 1, 0),
    ];
    this.doc.lines(path, this.#x(x + a), this.#y(y), [this.#scale, this.#scale], style, true);
  }

  #along(trace: readonly Point[], style: 'F' | 'S', closed: boolean): void {
    const [first, ...others] = trace;
    if (first === undefined) return;
    let [beforeX, beforeY] = first;
    const path = others.map(([x, y]) => {
      const part = [x - beforeX, y - beforeY];
      [beforeX, beforeY] = [x, y];
      return part;
    });
    this.doc.lines(path, this.#x(first[0]), this.#y(first[1]), [this.#scale, this.#scale], style, closed);
  }

  #write({ text, x, y, width, font, ink }: Extract<Shape, { kind: 'words' }>): void {
    const { doc } = this;
    this.#through(ink);
    doc
      .setFont('helvetica', font.weight >= bold ? 'bold' : 'normal')
      .setFontSize(font.size * this.#scale * points)
      .setTextColor(ink[0], ink[1], ink[2]);
    const written = toPdfCharset(text);
    // Letter by letter, because the width of the whole text would include kerning, which the file does not have.
    const own = Array.from(written).reduce((sum, letter) => sum + doc.getTextWidth(letter), 0);
    const horizontalScale = own === 0 ? 1 : (width * this.#scale) / own;
    doc.text(written, this.#x(x), this.#y(y), { horizontalScale });
  }

  #draw(shape: Shape): void {
    if (shape.kind === 'words') this.#write(shape);
    else if (shape.kind === 'box' || shape.kind === 'polygon') {
      this.#fill(shape.ink);
      if (shape.kind === 'box') this.#rounded(shape.area, shape.corners, 'F');
      else this.#along(shape.points, 'F', true);
    } else {
      this.#stroke(shape.stroke);
      if (shape.kind === 'frame') this.#rounded(shape.area, shape.corners, 'S');
      else this.#along(shape.points, 'S', false);
    }
  }

  paint(shape: Shape, page: Area): void {
    const { doc } = this;
    const bounds = boundsOf(shape);
    const within = { ...shape.clip, y: Math.max(shape.clip.y, page.y) };
    within.height = Math.min(shape.clip.y + shape.clip.height, page.y + page.height) - within.y;
    if (within.width <= 0 || within.height <= 0) return;
    if (bounds.y > page.y + page.height || bounds.y + bounds.height < page.y) return;
    doc.saveGraphicsState();
    if (!contains(within, bounds)) {
      doc.rect(
        this.#x(within.x),
        this.#y(within.y),
        within.width * this.#scale,
        within.height * this.#scale,
        null,
      );
      doc.clip().discardPath();
    }
    this.#draw(shape);
    doc.restoreGraphicsState();
  }
}

export interface Drawing {
  shapes: readonly Shape[];
  width: number;
  height: number;
  title: string;
  author: string;
  /** The formatted date of printing. */
  date: string;
}

export async function calendarPdf(
  { shapes, width, height, title, author, date }: Drawing,
  yielder: MainThreadYielder,
): Promise<Blob> {
  const plan = planPages(shapes, width, height);
  const { sheet, landscape, pages } = plan;
  const orientation = landscape ? 'landscape' : 'portrait';
  const doc = new jsPDF({ unit: 'mm', format: 'a4', orientation, compress: true, putOnlyUsedFonts: true });
  doc.setProperties({ title, author });
  doc.setLanguage(locale() === 'es' ? 'es' : 'en-US');
  for (const [at, page] of pages.entries()) {
    if (at > 0) doc.addPage('a4', orientation);
    const painter = new Painter(doc, plan, page, width);
    const part = { x: 0, y: page.from, width, height: page.height };
    for (const shape of shapes) {
      if (yielder.isDue()) await yielder.yieldNow();
      painter.paint(shape, part);
    }
    const footer = m.calendar_printedPage({ date, page: at + 1, pages: pages.length });
    doc.setFont('helvetica', 'normal').setFontSize(8).setTextColor('#4D5C69');
    doc.text(toPdfCharset(footer), sheet.width - sheet.margin, sheet.height - sheet.margin, {
      align: 'right',
      horizontalScale: 1,
    });
  }
  return doc.output('blob');
}
