/** An A4 page to write on, in mm from its upper left corner. Text stays text: it can be selected and searched. */
import { jsPDF } from 'jspdf';
import { toPdfCharset } from './pdfCharset';

import type { PdfImage } from './pdfImage';

/** The colors of the tokens on white. */
export const inks = {
  text: '#17212A',
  quiet: '#4D5C69',
  line: '#DCE3E8',
  edge: '#7E8D99',
  copper: '#D8540F',
  white: '#FFFFFF',
};

export const page = { width: 210, height: 297, margin: 12 };

/** Between the margins. */
export const textWidth = page.width - 2 * page.margin;

/** The height of the footer, above the margin. */
const foot = 12;

const millimeters = 25.4 / 72;

export interface TextStyle {
  /** In points. */
  size: number;
  bold?: boolean;
  color?: string;
}

export class PdfSheet {
  readonly doc = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  /** The position of the next line. */
  y = page.margin;

  /** Does this height fit on the page? */
  fits(height: number): boolean {
    return this.y + height <= page.height - page.margin - foot;
  }

  /** Starts a new page. */
  turn(): void {
    this.doc.addPage();
    this.y = page.margin;
  }

  /** Starts a new page if `height` does not fit. */
  room(height: number): void {
    if (!this.fits(height)) this.turn();
  }

  #apply({ size, bold = false, color = inks.text }: TextStyle): void {
    this.doc
      .setFont('helvetica', bold ? 'bold' : 'normal')
      .setFontSize(size)
      .setTextColor(color);
  }

  /** In mm. */
  width(text: string, style: TextStyle): number {
    this.#apply(style);
    return this.doc.getTextWidth(toPdfCharset(text));
  }

  /** Wraps the text into lines of at most `width`. */
  lines(text: string, width: number, style: TextStyle): string[] {
    this.#apply(style);
    return this.doc.splitTextToSize(toPdfCharset(text), width) as string[];
  }

  /** One line whose upper edge is at `y`; `right` ends it at `x`. */
  line(
    text: string,
    x: number,
    y: number,
    style: TextStyle,
    align: 'left' | 'right' | 'center' = 'left',
  ): void {
    this.#apply(style);
    this.doc.text(toPdfCharset(text), x, y + style.size * millimeters * 0.95, { align });
  }

  /** Writes lines at `this.y`, and moves it below them. */
  block(lines: readonly string[], x: number, style: TextStyle, leading = 1.35): void {
    for (const line of lines) {
      this.line(line, x, this.y, style);
      this.y += style.size * millimeters * leading;
    }
  }

  /** A box with this border color. */
  box(x: number, y: number, width: number, height: number, edge: string, thick = 0.2, round = 0): void {
    this.doc.setDrawColor(edge).setLineWidth(thick).roundedRect(x, y, width, height, round, round, 'S');
  }

  /** Draws a line across the page at `this.y`, and moves it below. */
  rule(color: string): void {
    const { y } = this;
    this.doc
      .setDrawColor(color)
      .setLineWidth(0.2)
      .line(page.margin, y, page.width - page.margin, y);
    this.y = y + 1.4;
  }

  fill(x: number, y: number, width: number, height: number, color: string, round = 0): void {
    this.doc.setFillColor(color).roundedRect(x, y, width, height, round, round, 'F');
  }

  /** The picture as large as fits, at the top right of its area. Returns its height. */
  picture(image: PdfImage, right: number, y: number, width: number, height: number): number {
    const scale = Math.min(width / image.width, height / image.height);
    const [wide, high] = [image.width * scale, image.height * scale];
    this.doc.addImage(image.bytes, 'JPEG', right - wide, y, wide, high);
    return high;
  }
}
